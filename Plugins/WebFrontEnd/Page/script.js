// The page of a form. It shows the view tree of the host, and posts what the user does.
'use strict';

const STATUS = ['nothing', 'incomplete', 'invalid', 'waiting', 'checking', 'refused', 'unverified', 'valid',
  'loading', 'failed', 'submitting', 'done'];
const ROLE = ['', 'submit', 'cancel', 'decline', 'destroy', 'add', 'remove', 'up', 'down'];
const TONE = {invalid: 'fault', refused: 'fault', failed: 'fault', unverified: 'doubt', valid: 'ok', done: 'ok'};
const FORMAT = {1: ['text', 'email'], 2: ['text', 'numeric'], 3: ['text', 'decimal'], 4: ['date'], 5: ['time'],
  6: ['datetime-local'], 7: ['text', 'url']};
const FIELDS = ['textField', 'secretField', 'textArea', 'toggle', 'choice', 'choices'];
const RADIO_LIMIT = 7;
const TEXT_LIMIT = 1 << 16; // bytes
const SLOW = 5000;          // milliseconds without an answer
const REDRAW = 300;         // milliseconds in which the answer to a post follows a picture
const QUIET = 600;          // milliseconds in which a question is not answered

const $ = (id) => document.getElementById(id);
const encoder = new TextEncoder();
const words = JSON.parse($('words').textContent);
let wordsAreRightToLeft = false;
let pass = null;         // the path of this form's data, and the proof of its program
let nodes = new Map();
let roots = [];
let revision = 0;
let attachment = 0;      // another one may have other nodes with the same numbers
let generation = 0;      // the number of different pictures
let hostFocus = 0;
let dirty = new Set();
let wantsFocus = false;  // the host has moved the focus
let isOpening = false;   // the first picture is shown
let hasEnded = false;
let events = null;
let isConnected = false;
let isPointing = false;
let isReordered = false; // parts have moved or gone since the last flush

// --- Texts and elements. Every text is a text node: nothing of the host is ever markup.

function text(key, values = {}, count) {
  let found = words[key] ?? key;
  if (Array.isArray(found)) found = found[count === 1 ? 0 : 1];
  return found.replace(/\{(\w+)\}/g, (_, name) => name === 'count' ? count : values[name] ?? '');
}

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'class') element.className = value;
    else if (name in element && name !== 'list' && name !== 'form') element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function write(element, value) {
  if (!element) return;
  if (element.textContent !== value) element.textContent = value;
  element.hidden = value === '' && !element.classList.contains('keep');
}

function attribute(element, name, value) {
  if (value == null || value === false || value === '') element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

const sayings = new Map();
let sayTimer = 0;

// One polite live region for all: what comes within a moment is one announcement, and the last about each thing.
function say(words, thing = words) {
  sayings.delete(thing);
  if (!words) return;
  sayings.set(thing, words);
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => {
    $('said').textContent = [...sayings.values()].join(' ');
    sayings.clear();
  }, 350);
}

let bannerTimer = 0;

function banner(words, seconds) {
  write($('banner'), words);
  clearTimeout(bannerTimer);
  say(words, 'banner');
  if (seconds) bannerTimer = setTimeout(() => write($('banner'), ''), seconds * 1000);
}

// The browser knows the direction of a title, and with it that of the form.
const isRightToLeft = () => $('title').matches(':dir(rtl)');
const label = (node) => node.props.label || node.name;
const isEnabled = (node) => node.props.enabled !== 0;
const status = (node) => STATUS[node.props.status ?? 0] ?? 'nothing';
const isFaulty = (node) => ['invalid', 'refused'].includes(status(node));
const ofKind = (node, ...kinds) => node.children.map((id) => nodes.get(id)).filter((child) => kinds.includes(child?.kind));
const all = () => [...nodes.values()];
const screen = () => roots.map((id) => nodes.get(id)).find((node) => node?.kind === 'screen');
const nodeAt = (element) => nodes.get(Number(element.closest?.('[data-node]')?.dataset.node ?? 0));
const alerts = () => all().filter((node) => node.kind === 'alert');

function options(node) {
  return node.children.map((id) => nodes.get(id)).filter(Boolean)
    .flatMap((child) => child.kind === 'option' ? [child] : options(child));
}

// --- Posts, one after the other.

const queue = [];
const lost = new Set();  // labels of fields with edits that the program has refused
let isSending = false;
let isInterrupted = false;
let lastNumber = 0;
let mover = 0;           // the last post that may lead to another field or screen
let due = 0;             // the last post that is answered by a flush
let received = 0;        // the last post that the program has received
let receivedDue = 0;     // the last of them that is answered by a flush
let answered = 0;
let pressed = 0;         // the button of the last post
let submission = 0;      // the last post that submits
let locked = null;       // the element with the focus before the fields were locked
let lockTimer = 0;
let quietUntil = 0;      // a question has just come
const ahead = [];        // keys for the field or screen that comes
const waiting = [];      // functions to call at the flush after a post

function post(kind, node, values = {}, body = '') {
  if (hasEnded) return null;
  const last = queue.at(-1);
  if (kind === 'edit' && last?.kind === 'edit' && last.node === node && !last.isSent) {
    Object.assign(last, {values, body, revision});
    return last;
  }
  const name = nodes.has(node) ? label(nodes.get(node)) : '';
  const item = {kind, node, name, values, body, revision, number: ++lastNumber, isAgain: node > 0 && node === pressed};
  queue.push(item);
  pressed = kind === 'activate' ? node : 0;
  if (kind !== 'edit') due = item.number;
  if (['commit', 'activate', 'next', 'back'].includes(kind)) mover = item.number;
  send();
  return item;
}

// Calls a function with the node of a post after the flush, unless another screen came: its nodes have the same numbers.
function afterFlush(item, action) {
  if (item) waiting.push({number: item.number, action, generation, node: item.node});
}

async function send() {
  if (isSending || !isConnected) return;
  isSending = true;
  while (queue.length && isConnected && !hasEnded) {
    const item = queue[0];
    item.isSent = true;
    const query = new URLSearchParams({kind: item.kind, n: item.number, revision: item.revision, ...item.values});
    if (item.node) query.set('node', item.node);
    let response;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      if (!locked) banner(text('slow'));
    }, SLOW);
    try {
      response = await fetch(`/${pass[0]}/input?${query}`, {
        method: 'POST', body: item.body, headers: {'Content-Type': 'application/octet-stream'},
        keepalive: item.body.length < 20000});
    } catch {
      if (hasEnded) break;
      // The same number again: the program may have received it.
      isInterrupted = true;
      if (!locked) banner(text('lost'));
      setTimeout(send, 1000);
      break;
    } finally {
      clearTimeout(timer);
    }
    if (isInterrupted || isSlow) banner(text('back'), 4);
    isInterrupted = false;
    if (response.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    // A picture may have come before the answer.
    if (queue[0] === item) queue.shift();
    received = item.number;
    if (item.kind !== 'edit' && response.ok) receivedDue = item.number;
    if (response.status === 403) refused();
    else if (response.status === 413) banner(text('tooLong', {name: item.name}), 12);
    else if (response.status >= 400 && item.kind === 'edit') {
      lost.add(item.name);
      banner(text('notSent', {fields: [...lost].join(', ')}));
    }
    // By a move, a request for suggestions or a double click, nothing is lost.
    else if (response.status >= 400 && !item.isAgain && !['go', 'complete'].includes(item.kind)) {
      banner(text('refusal.noNode'), 8);
    }
    if (response.status >= 400) {
      answered = Math.max(answered, item.number);
      settle();
    }
  }
  isSending = false;
}

// --- The picture.

function receive(event) {
  const message = JSON.parse(event.data);
  if (message.type === 'proof' && message.proof === pass[1]) return proven();
  // Another program may have taken the port of one that has ended.
  if (!isConnected) return leave(text('foreign'));
  if (message.type === 'end') return end(message);
  if (message.type === 'replaced') return stop(text('elsewhere'));
  show(message);
}

function show(message) {
  const [lastAttachment, lastGeneration] = [attachment, generation];
  revision = message.revision;
  if (message.type === 'picture') showPicture(message);
  for (const change of message.changes ?? []) CHANGES[change[0]]?.(...change.slice(1));
  update();
  // After a stop, the program may draw the form again before it sees what was posted meanwhile.
  const isAgain = attachment !== lastAttachment && generation === lastGeneration;
  if (isAgain) setTimeout(finish, REDRAW, message.n); else finish(message.n);
}

// Continues after the answer to all posts up to a number.
function finish(number) {
  for (let index = 0; index < waiting.length;) {
    if (waiting[index].number > number) {
      index += 1;
      continue;
    }
    const [done] = waiting.splice(index, 1);
    const node = nodes.get(done.node);
    if (node && done.generation === generation) done.action(node);
  }
  isReordered = false;
  answered = Math.max(answered, number);
  settle();
}

// Follows the host once everything is answered, and then types what was typed meanwhile.
function settle() {
  unlock();
  if (wantsFocus && answered >= due) followFocus();
  replay();
}

// Whether the field or screen that gets the next keys is still to come.
function isMoving() {
  const now = screen();
  const isBusy = now && (now.props.busy === 1 || ['loading', 'waiting', 'submitting'].includes(status(now)));
  return !hasEnded && (isDue() || isConnected && isBusy);
}

const isDue = () => mover > answered || submission > answered || isConnected && wantsFocus;

document.addEventListener('keydown', (event) => {
  // What is typed before a question is seen is no answer.
  if (alerts().length && performance.now() < quietUntil) {
    quietUntil = Math.max(quietUntil, performance.now() + QUIET / 2);
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  if (event.defaultPrevented || !ahead.length && !isMoving() || event.isComposing) return;
  if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) return;
  const isText = [...event.key].length === 1 || ['Backspace', 'Enter', 'Tab'].includes(event.key);
  // A button of a screen that is busy can be reached and pressed.
  const isPress = event.target.tagName === 'BUTTON' && [' ', 'Enter'].includes(event.key);
  if (!isText || isPress && !ahead.length && mover <= answered) return;
  if (event.key === 'Tab' && !ahead.length && !isDue()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (ahead.length < 1000) ahead.push(event.key === 'Tab' && event.shiftKey ? 'BackTab' : event.key);
}, true);

// Types the keys that came before their field.
function replay() {
  while (ahead.length && !isMoving()) {
    const key = ahead.shift();
    const input = document.activeElement;
    const node = nodes.get(Number(input.dataset.node ?? 0));
    if (key === 'Tab' || key === 'BackTab') {
      tab(input, key === 'Tab' ? 1 : -1);
      continue;
    }
    // Enter after the last item adds another one. No other button is pressed before it was seen.
    const isAdding = key === 'Enter' && node?.kind === 'button' && ROLE[node.props.role ?? 0] === 'add';
    if (isAdding || key === ' ' && input.type === 'checkbox') {
      input.click();
      continue;
    }
    if (!['textField', 'textArea', 'secretField'].includes(node?.kind) || input.type in ISO) return dropKeys();
    if (key === 'Enter' && node.kind !== 'textArea') {
      enter(node);
      continue;
    }
    const isBack = key === 'Backspace' && input.selectionStart === input.selectionEnd;
    replace(input, {Backspace: '', Enter: '\n'}[key] ?? key, isBack ? 1 : 0);
  }
}

// Moves the focus as the browser does for Tab.
function tab(from, step) {
  const stops = [...(alerts().at(-1)?.element ?? document).querySelectorAll('a[href], button, input, select, textarea')]
    .filter((stop) => stop === from || stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility()
      && !(stop.type === 'radio' && stop.name === from.name));
  const next = stops[stops.indexOf(from) + step];
  next?.focus();
  if (next?.tagName === 'INPUT') next.select();
}

// Locks the fields while the program has not answered a press of a button that submits: the answers are on their way.
function lock(item) {
  submission = item.number;
  clearTimeout(lockTimer);
  lockTimer = setTimeout(() => {
    if (submission <= answered || hasEnded) return;
    locked = document.activeElement;
    $('form').inert = true;
    banner(text('pending', {name: item.name}));
  }, QUIET);
}

function unlock() {
  if (!locked || submission > answered && !hasEnded) return;
  $('form').inert = false;
  if (locked.isConnected && document.activeElement === document.body) locked.focus();
  locked = null;
  banner('');
}

// Drops the keys that came before their field, without a message if they only press a button again.
function dropKeys() {
  const isText = ahead.some((key) => ![' ', 'Enter', 'Tab', 'BackTab'].includes(key));
  ahead.length = 0;
  if (isText && !alerts().length) banner(text('refusal.notNow'), 8);
}

// Replaces the selection, and characters before it.
function replace(input, words, before = 0) {
  input.setRangeText(words, Math.max(0, input.selectionStart - before), input.selectionEnd, 'end');
  input.dispatchEvent(new Event('input'));
}

// Whether a picture has the nodes of the present one: a program that continues after a stop draws it again.
function isKnown({title, nodes: shown}) {
  return nodes.size > 0 && title === $('title').textContent && shown.length === nodes.size
    && shown.every(([id, kind, name]) => nodes.get(id)?.kind === kind && nodes.get(id).name === name);
}

function showPicture(message) {
  const isFirst = nodes.size === 0;
  isOpening = isFirst;
  const isSame = message.attachment === attachment || isKnown(message);
  attachment = message.attachment;
  if (!isSame) {
    generation += 1;
    sayings.clear();
    lost.clear();
    banner('');
  }
  const here = isSame && document.activeElement?.dataset?.node;
  const cursor = document.activeElement?.selectionStart;
  // What the program has not received keeps its number, and an edit of a field that is gone is refused by the program.
  const known = new Set(message.nodes.map((node) => node[0]));
  queue.splice(0, Infinity, ...queue.filter((item) => item.number > message.n
    && (item.isSent || item.kind === 'edit' || !item.node || known.has(item.node))));
  const pendingSecrets = new Map(all().filter((node) => isSame && node.kind === 'secretField' && node.input.value)
    .map((node) => [node.id, node.input.value]));
  for (const dialog of document.querySelectorAll('dialog')) dialog.remove();
  $('form').replaceChildren();
  [nodes, roots, dirty] = [new Map(), [], new Set()];
  lastNumber = Math.max(message.n, received, queue.at(-1)?.number ?? 0);
  // A post that was left out is not answered.
  due = Math.max(message.n, receivedDue, queue.findLast((item) => item.kind !== 'edit')?.number ?? 0);
  [mover, submission] = [Math.min(mover, due), Math.min(submission, due)];
  for (const [id, kind, name, parent, props] of message.nodes) {
    insert(id, kind, name, parent, Infinity);
    Object.assign(nodes.get(id).props, props);
  }
  for (const [id, value] of pendingSecrets) {
    const node = nodes.get(id);
    if (node?.kind === 'secretField' && node.props.value === [...value].length) node.input.value = value;
  }
  hostFocus = message.focus;
  $('title').textContent = message.title;
  document.documentElement.dir = isRightToLeft() || wordsAreRightToLeft ? 'rtl' : 'ltr';
  update();
  for (const {kind, node: id, body} of queue) {
    const node = nodes.get(id);
    if (kind !== 'edit' || !node) continue;
    node.props.value = node.kind === 'secretField' ? [...body].length : body;
    node.input.value = body;
  }
  const again = here && nodes.get(Number(here));
  if (again) {
    focus(again);
    try { if (cursor != null) again.input?.setSelectionRange(cursor, cursor); } catch { /* no text */ }
  } else {
    wantsFocus = true;
  }
  // A page that is opened is read by its user.
  if (isFirst) sayings.clear();
  if (!isSame) say(message.title);
}

function insert(id, kind, name, parent, index) {
  const node = {id, kind, name, parent, props: {}, children: [], shown: {}};
  nodes.set(id, node);
  const siblings = parent ? nodes.get(parent)?.children ?? [] : roots;
  siblings.splice(Math.min(index, siblings.length), 0, id);
  (KINDS[kind] ?? KINDS.unknown).make(node);
  place(node);
  touch(node);
}

// Puts the element of a node before that of the next sibling in the same container.
function place(node) {
  if (!node.element) return;
  const parent = nodes.get(node.parent);
  const slot = node.kind === 'alert' ? document.body : node.kind === 'row' ? parent?.rows : parent?.slot ?? $('form');
  const siblings = parent ? parent.children : roots;
  const next = siblings.slice(siblings.indexOf(node.id) + 1).map((id) => nodes.get(id)?.element)
    .find((element) => element?.parentNode === slot);
  if (slot && (node.element.parentNode !== slot || node.element.nextElementSibling !== (next ?? null))) {
    const focused = document.activeElement;
    slot.insertBefore(node.element, next ?? null);
    if (focused !== document.activeElement && node.element.contains(focused)) focused.focus();
  }
}

function touch(node) {
  dirty.add(node);
  // Options, columns and rows are drawn by the choice or the list.
  for (let parent = nodes.get(node.parent); parent; parent = nodes.get(parent.parent)) {
    if (['option', 'row', 'column', 'unknown'].includes(node.kind)) dirty.add(parent);
    if (['choice', 'choices', 'list'].includes(parent.kind)) break;
  }
}

function forget(id) {
  const node = nodes.get(id);
  if (!node) return;
  node.children.forEach(forget);
  nodes.delete(id);
  dirty.delete(node);
}

const CHANGES = {
  insert,
  set(id, property, value) {
    const node = nodes.get(id);
    if (!node) return;
    if (value === null) delete node.props[property]; else node.props[property] = value;
    if (property === 'value') node.isValueSet = true;
    if (['status', 'explanation'].includes(property)) node.isStatusNew = true;
    if (property === 'explanation' || property === 'status') node.refusal = '';
    touch(node);
  },
  move(id, index) {
    const node = nodes.get(id);
    if (!node) return;
    const siblings = nodes.get(node.parent)?.children ?? roots;
    siblings.splice(siblings.indexOf(id), 1);
    siblings.splice(index, 0, id);
    isReordered = true;
    place(node);
    touch(node);
  },
  remove(id) {
    const node = nodes.get(id);
    if (!node) return;
    const siblings = nodes.get(node.parent)?.children ?? roots;
    siblings.splice(siblings.indexOf(id), 1);
    isReordered = true;
    touch(node);
    forget(id);
    if (node.element?.contains(document.activeElement)) wantsFocus = true;
    node.element?.remove();
  },
  focus(id) {
    hostFocus = id;
    wantsFocus = true;
  },
  refused(id, reason, explanation) {
    const node = nodes.get(id);
    const words = explanation || text(`refusal.${reason}`);
    if (!node || !FIELDS.includes(node.kind)) return banner(words, 12);
    node.refusal = words;
    node.isStatusNew = true;
    touch(node);
  },
  suggest(id, texts) {
    offer(nodes.get(id), texts);
  },
  history(id, value) {
    const node = nodes.get(id);
    if (node?.suggestions) offer(node, node.suggested, [value, ...node.history]);
  },
};

// Suggestions of the host come before earlier entries.
function offer(node, suggested, history = node?.history) {
  if (!node?.suggestions) return;
  Object.assign(node, {suggested, history});
  node.suggestions.replaceChildren(...[...new Set([...suggested, ...history])].map((value) => make('option', {value})));
  touch(node);
}

function update() {
  // The parts of a whole come before the whole.
  for (const node of dirty) {
    if (nodes.has(node.id)) (KINDS[node.kind] ?? KINDS.unknown).update?.(node);
    node.isValueSet = node.isStatusNew = false;
  }
  dirty.clear();
  const open = alerts();
  $('main').classList.toggle('wide', all().some((node) => node.kind === 'list'));
  for (const node of open) {
    if (!node.element.isConnected || node.element.open) continue;
    node.element.showModal();
    quietUntil = performance.now() + QUIET;
  }
}

// --- The focus.

function target(node) {
  if (node.kind === 'choice' || node.kind === 'choices') {
    return node.element.querySelector('select, input:checked') ?? node.element.querySelector('input');
  }
  return node.input ?? node.element?.querySelector('button');
}

function focus(node) {
  const element = target(node);
  if (!element || element === document.activeElement) return;
  element.focus();
  if (element.tagName !== 'INPUT') return;
  // As Tab does, except if the user has typed here before.
  if (!isOpening || status(node) === 'nothing') return element.select();
  try { element.setSelectionRange(element.value.length, element.value.length); } catch { /* no text */ }
}

function followFocus() {
  placeFocus();
  wantsFocus = isOpening = false;
}

function placeFocus() {
  const node = nodes.get(hostFocus);
  if (!node) {
    const dialog = alerts().at(-1)?.element;
    if (document.activeElement === document.body) (dialog?.querySelector('button') ?? $('title')).focus();
    return;
  }
  if (node.element?.contains(document.activeElement)) return;
  // The button of a list's screen comes last, after the search and the rows.
  const isLast = node.kind === 'button' && !alerts().length && all().some((other) => other.kind === 'list');
  const first = isLast && $('form').querySelector('input:not([type=radio]), td button, li button');
  if (first) first.focus(); else focus(node);
}

document.addEventListener('pointerdown', () => {
  isPointing = true;
  // What follows is meant for the place of the pointer.
  mover = 0;
  dropKeys();
}, true);
document.addEventListener('pointerup', () => setTimeout(() => { isPointing = false; }), true);
document.addEventListener('focusin', ({target}) => {
  const node = nodeAt(target);
  if (!node || node.id === hostFocus || node.kind === 'column' || target.dataset.quiet) return;
  // A button that is pressed moves the focus by itself.
  if (isPointing && node.kind === 'button') return;
  hostFocus = node.id;
  post('go', node.id);
});

document.addEventListener('keydown', (event) => {
  const node = nodeAt(event.target);
  const button = node?.[BUTTON_KEYS[event.key]];
  if (button?.isConnected) {
    event.preventDefault();
    button.click();
  }
  if (event.key !== 'Enter' || event.isComposing) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    return submit();
  }
  if (!node || !['INPUT', 'SELECT'].includes(event.target.tagName) || event.target.tagName === 'SELECT') return;
  event.preventDefault();
  enter(node);
});

const submitButton = () => all().find((node) => node.kind === 'button' && ROLE[node.props.role ?? 0] === 'submit');

function submit() {
  const button = submitButton();
  if (button) press(button);
}

// A form that is not submitted says why, although nothing may have changed.
function press(button) {
  const item = post('activate', button.id);
  const name = label(button);
  const isOfList = ['remove', 'up', 'down'].includes(ROLE[button.props.role ?? 0]);
  if (item && isOfList) {
    afterFlush({...item, node: screen()?.id}, () => isReordered && say(text('about', {name, text: text('status.done')})));
  }
  if (button !== submitButton()) return;
  if (item) lock(item);
  afterFlush(item, (button) => {
    const node = [nodes.get(hostFocus), ...all()].find((other) => FIELDS.includes(other?.kind) && isFaulty(other));
    if (!node || button !== submitButton()) return;
    sayStatus(node);
    // The focus of the host may have been there before.
    if (node.id === hostFocus) wantsFocus = true;
  });
}

// Enter completes a field: the host validates it, and then the next one follows.
function enter(node) {
  const item = post('commit', node.id);
  afterFlush(item, (node) => {
    if (isFaulty(node)) return sayStatus(node);
    if (ROLE[node.props.role ?? 0] === 'submit') return submit();
    const stops = all().filter((other) => FIELDS.includes(other.kind) || other.kind === 'button');
    if (stops.length > 1) post('next');
  });
}

// --- Fields.

function edited(node, value, cursor) {
  node.props.value = node.kind === 'secretField' ? [...value].length : value;
  node.taken = value;
  offerReset(node);
  const at = encoder.encode(value.slice(0, cursor ?? value.length)).length;
  post('edit', node.id, {cursor: at}, value);
  if (node.props.completes === 1) {
    clearTimeout(node.timer);
    node.timer = setTimeout(() => nodes.get(node.id) === node && post('complete', node.id, {cursor: at}, value), 150);
  }
}

// Keys of a field press its buttons: with these in the order of Tab, the next answer would press them.
const BUTTON_KEYS = {F2: 'reveal', F4: 'reset'};

function keyButton(name, key) {
  const button = make('button', {type: 'button', class: name, tabIndex: -1, 'aria-keyshortcuts': key}, text(name));
  button.dataset.quiet = '1';
  button.addEventListener('mousedown', (event) => event.preventDefault());
  return button;
}

// A content that the form began with can be restored after a change.
function offerReset(node) {
  const content = JSON.stringify([node.props.value, options(node).filter((option) => option.props.selected === 1).map((option) => option.id)]);
  node.start ??= content;
  const isOffered = content !== node.start && !['[null,[]]', '["",[]]', '[0,[]]'].includes(node.start) && isEnabled(node);
  if (!isOffered) {
    if (node.reset?.contains(document.activeElement)) focus(node);
    node.reset?.remove();
  } else if (!node.reset?.isConnected) {
    node.reset ??= keyButton('reset', 'F4');
    node.reset.setAttribute('aria-label', `${text('reset')}: ${label(node)}`);
    node.reset.onclick = () => {
      focus(node);
      post('reset', node.id);
      say(text('about', {name: label(node), text: text('reset')}));
    };
    node.element.append(node.reset);
  }
}

function frame(node, kind, ...parts) {
  node.label = make('label', {htmlFor: `c${node.id}`, dir: 'auto'});
  node.detail = make('p', {class: 'detail', id: `d${node.id}`, dir: 'auto', hidden: true});
  node.status = make('p', {class: 'status keep', id: `s${node.id}`, dir: 'auto'});
  node.element = make('div', {class: `field ${kind}`}, node.label, node.detail, ...parts, node.status);
  node.element.dataset.node = node.id;
}

function wire(node) {
  const {input} = node;
  input.id = `c${node.id}`;
  input.dataset.node = node.id;
  input.addEventListener('input', () => {
    // A text that is too long is not taken, as in the other front ends.
    if (encoder.encode(input.value).length > TEXT_LIMIT) {
      input.value = (node.kind === 'secretField' ? node.taken : node.props.value) ?? '';
      return banner(text('tooLong', {name: label(node)}), 12);
    }
    let cursor = null;
    try { cursor = input.selectionStart; } catch { /* a date has none */ }
    edited(node, entered(input), cursor);
  });
  input.addEventListener('paste', (event) => paste(event, node));
  // The parts of a date that is not complete change its value only together.
  for (const kind of ['keyup', 'focusout']) {
    input.addEventListener(kind, (event) => {
      const isUnknown = input.validity.badInput;
      const isCleared = kind === 'keyup' && !input.value && ['Backspace', 'Delete'].includes(event.key);
      if (input.type in ISO && isUnknown !== (node.props.value === UNREADABLE) && (isUnknown || isCleared)) {
        edited(node, entered(input));
      }
    });
  }
}

// Takes a paste as all front ends do: tabs become spaces, and so do line breaks in a field of one line.
function paste(event, node) {
  const pasted = event.clipboardData.getData('text/plain');
  const date = pasted.trim().replace(' ', 'T');
  if (ISO[node.input.type]?.test(date) && !node.input.readOnly) {
    event.preventDefault();
    node.input.value = date;
    return edited(node, entered(node.input));
  }
  const breaks = node.kind === 'textArea' ? /\t+/g : /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
  const whole = pasted.replace(new RegExp(`${breaks.source}$`), '');
  const isLong = whole.search(breaks) >= 0;
  if (node.input.readOnly || node.input.type in ISO || whole === pasted && !isLong) return;
  event.preventDefault();
  if (isLong && node.kind === 'secretField') return banner(text('severalLines', {name: label(node)}), 12);
  replace(node.input, whole.replace(breaks, ' '));
  if (isLong) banner(node.kind === 'textArea' ? text('tabs') : text('joined'), 8);
}

function updateLabel(node) {
  const mark = node.props.required === 1 ? make('span', {class: 'mark', title: text('required')}, ' *') : '';
  // An input has an attribute for it, and a group of inputs has none.
  if (mark && node.input) mark.setAttribute('aria-hidden', 'true');
  else if (mark) Object.assign(mark, {role: 'img', ariaLabel: text('required')});
  node.label.replaceChildren(label(node), mark);
  write(node.detail, node.props.detail ?? '');
}

function statusText(node) {
  const now = status(node);
  if (node.refusal) return [node.refusal, 'doubt'];
  const words = node.props.explanation || (now === 'nothing' || now === 'incomplete' ? '' : text(`status.${now}`));
  return [words, TONE[now] ?? ''];
}

function sayStatus(node) {
  const [words] = statusText(node);
  say(words && text('about', {name: label(node), text: words}), node);
}

function updateStatus(node) {
  if (FIELDS.includes(node.kind)) offerReset(node);
  const [words, tone] = statusText(node);
  write(node.status, words);
  attribute(node.status, 'data-tone', tone);
  const isHere = node.element.contains(document.activeElement) || node.kind === 'group';
  if (node.isStatusNew && (isHere || tone === 'fault' || node.refusal || !words)) {
    sayStatus(node);
  }
  return tone;
}

function describe(node, element) {
  const ids = [node.detail, node.status].filter((part) => part.textContent).map((part) => part.id);
  attribute(element, 'aria-describedby', ids.join(' '));
}

function updateInput(node) {
  const {input, props} = node;
  updateLabel(node);
  updateStatus(node);
  describe(node, input);
  attribute(input, 'aria-invalid', isFaulty(node) && 'true');
  attribute(input, 'aria-required', props.required === 1 && 'true');
  attribute(input, 'aria-disabled', !isEnabled(node) && 'true');
  input.readOnly = !isEnabled(node);
}

const ISO = {date: /^\d{4}-\d\d-\d\d$/, time: /^\d\d:\d\d(:\d\d)?$/, 'datetime-local': /^\d{4}-\d\d-\d\dT\d\d:\d\d$/};

// The text for a date for which the browser has no value, because it is not complete or does not exist.
const UNREADABLE = '?';
const entered = (input) => input.validity.badInput ? UNREADABLE : input.value;

// A native control for a date shows dates only: for another text it becomes a text field.
function setType(input, type, value) {
  if (ISO[type]) {
    if (value === UNREADABLE) {
      input.type = type;
      return;
    }
    const date = type === 'datetime-local' ? value.replace(' ', 'T') : value;
    input.type = type;
    input.value = date;
    if (input.value === date && (date === '' || ISO[type].test(date))) return;
    input.type = 'text';
  }
  if (input.value !== value) input.value = value;
}

const textual = {
  make(node) {
    const isArea = node.kind === 'textArea';
    node.input = make(isArea ? 'textarea' : 'input', {dir: 'auto', autocomplete: 'off', spellcheck: isArea});
    node.suggestions = make('datalist', {id: `l${node.id}`});
    [node.suggested, node.history] = [[], []];
    frame(node, 'text', node.input, node.suggestions);
    wire(node);
  },
  update(node) {
    const {input, props} = node;
    updateInput(node);
    attribute(input, 'placeholder', props.placeholder);
    const value = props.value ?? '';
    if (node.kind === 'textArea') {
      input.rows = Math.min(Math.max(props.extent ?? 4, 2), 20);
      if (input.value !== value) input.value = value;
      return;
    }
    const [type, mode] = FORMAT[props.format ?? 0] ?? ['text'];
    attribute(input, 'inputmode', mode ?? null);
    attribute(input, 'list', (props.completes === 1 || node.suggestions.firstChild) && node.suggestions.id);
    if (props.extent) input.style.maxWidth = `${Math.min(Math.max(props.extent + 5, 12), 80)}ch`;
    const isTyping = input === document.activeElement && !node.isValueSet && node.shown.type === type;
    if (!isTyping) setType(input, type, value);
    if (!ISO[type]) input.type = 'text';
    node.shown.type = type;
    attribute(input, 'autocomplete', !ISO[type] && 'off');
    // A year has four digits.
    attribute(input, 'max', {date: '9999-12-31', 'datetime-local': '9999-12-31T23:59'}[type]);
    if (node.isValueSet && input === document.activeElement && input.type === 'text' && props.cursor != null) {
      const before = new TextDecoder().decode(encoder.encode(value).slice(0, props.cursor)).length;
      input.setSelectionRange(before, before);
    }
  },
};

const toggle = {
  make(node) {
    node.input = make('input', {type: 'checkbox', id: `c${node.id}`});
    node.input.dataset.node = node.id;
    frame(node, 'toggle');
    node.label.remove();
    node.element.prepend(make('div', {class: 'line'}, node.input, node.label));
    node.input.addEventListener('change', () => choose(node, node.id, node.input.checked));
  },
  update(node) {
    updateInput(node);
    node.input.checked = node.props.value === 1;
  },
};

function choose(node, id, isOn) {
  // The host shows what it accepts.
  post('choose', id, {on: isOn ? 1 : 0});
}

const choice = {
  make(node) {
    node.box = make('div', {class: 'options'});
    frame(node, 'choice', node.box);
    const fieldset = make('fieldset', {class: 'field choice'});
    node.label = make('legend', {dir: 'auto'});
    fieldset.append(node.label, ...[...node.element.childNodes].slice(1));
    fieldset.dataset.node = node.id;
    node.element = fieldset;
  },
  update(node) {
    const list = options(node);
    const isOne = node.kind === 'choice';
    const isSelect = isOne && list.length > RADIO_LIMIT;
    // The choices of a list, such as its order, always have one.
    node.isOptional = node.props.required !== 1 && !ofKind(nodes.get(node.parent), 'list').length;
    updateLabel(node);
    updateStatus(node);
    const form = JSON.stringify([isSelect, node.isOptional, isEnabled(node),
      list.map((option) => [option.id, label(option), option.props.detail, isEnabled(option)])]);
    if (form !== node.shown.form) {
      node.shown.form = form;
      const here = node.box.contains(document.activeElement) && document.activeElement.value;
      if (isSelect) choice.makeSelect(node, list); else choice.makeInputs(node, list, isOne);
      if (here !== false) (([...node.box.querySelectorAll('input')].find((input) => input.value === here)) ?? target(node))?.focus();
    }
    const chosen = list.filter((option) => option.props.selected === 1).map((option) => String(option.id));
    for (const input of node.box.querySelectorAll('input')) {
      input.checked = chosen.includes(input.value) || input.value === '0' && chosen.length === 0;
    }
    const select = node.box.querySelector('select');
    if (select) select.value = chosen[0] ?? '0';
    const element = select ?? node.element;
    describe(node, element);
    attribute(element, 'aria-invalid', isFaulty(node) && !!select && 'true');
    if (select) attribute(select, 'aria-required', node.props.required === 1 && 'true');
  },
  makeSelect(node, list) {
    const none = make('option', {value: '0'}, text(node.isOptional ? 'none' : 'choose'));
    const select = make('select', {id: `c${node.id}`, dir: 'auto', disabled: !isEnabled(node)}, none,
      ...list.map((option) => make('option', {value: String(option.id), disabled: !isEnabled(option)}, label(option))));
    select.setAttribute('aria-label', label(node));
    select.addEventListener('change', () => {
      const before = list.find((option) => option.props.selected === 1);
      if (select.value !== '0') choose(node, Number(select.value), true);
      else if (before) choose(node, before.id, false);
    });
    node.box.replaceChildren(select);
  },
  makeInputs(node, list, isOne) {
    const lines = list.map((option) => choice.line(node, option.id, label(option), option.props.detail, isOne,
      isEnabled(node) && isEnabled(option)));
    if (isOne && node.isOptional) lines.push(choice.line(node, 0, text('none'), '', true, isEnabled(node)));
    node.box.replaceChildren(...lines);
    node.box.classList.toggle('many', list.length > 12);
  },
  line(node, id, words, detail, isOne, isOn) {
    const input = make('input', {type: isOne ? 'radio' : 'checkbox', name: `c${node.id}`, id: `o${node.id}-${id}`,
      value: String(id), disabled: !isOn});
    input.addEventListener('change', () => {
      if (id) return choose(node, id, input.checked);
      const before = options(node).find((option) => option.props.selected === 1);
      if (before) choose(node, before.id, false);
    });
    const name = make('label', {htmlFor: input.id, dir: 'auto'}, words);
    if (detail) name.append(make('bdi', {class: 'detail'}, ` ${detail}`));
    return make('div', {class: 'line'}, input, name);
  },
};

// --- Lists.

const list = {
  make(node) {
    Object.assign(node, {
      heading: make('h2', {dir: 'auto', id: `c${node.id}`}), detail: make('p', {class: 'detail', id: `d${node.id}`, dir: 'auto'}),
      status: make('p', {class: 'status keep', id: `s${node.id}`, dir: 'auto'}), scroll: make('div', {class: 'scroll'}),
      place: make('bdi', {class: 'count'}), shown: {},
      earlier: make('button', {type: 'button'}, text('rows.earlier')),
      later: make('button', {type: 'button'}, text('rows.later')),
      again: make('button', {type: 'button'}, text('reload')),
    });
    node.scroll.tabIndex = 0;
    node.scroll.dataset.quiet = '1';
    node.scroll.setAttribute('role', 'region');
    node.scroll.setAttribute('aria-labelledby', `c${node.id}`);
    for (const button of [node.earlier, node.later, node.again]) button.dataset.quiet = '1';
    node.earlier.addEventListener('click', () => list.page(node, -1));
    node.later.addEventListener('click', () => list.page(node, 1));
    node.again.addEventListener('click', () => post('reload'));
    node.element = make('section', {class: 'list'}, node.heading, node.detail, node.status, node.scroll,
      make('div', {class: 'paging'}, node.place, node.earlier, node.later, node.again));
  },
  page(node, direction) {
    const rows = ofKind(node, 'row').length || 100;
    const first = Math.max(0, (node.props.firstRow ?? 0) + direction * rows);
    post('window', node.id, {first, rows: Math.min(Math.max(rows, 100), 1000)});
  },
  update(node) {
    const {props} = node;
    const rows = ofKind(node, 'row');
    const columns = ofKind(node, 'column');
    write(node.heading, label(node));
    write(node.detail, props.detail ?? '');
    const [words, tone] = statusText(node);
    write(node.status, words || (rows.length === 0 ? text('empty') : ''));
    attribute(node.status, 'data-tone', tone);
    if (node.isStatusNew && words) say(words);
    const isGrid = props.layout === 1;
    const form = JSON.stringify([isGrid, columns.map((column) => [column.id, label(column), column.props.order, column.props.align])]);
    if (form !== node.shown.form) {
      node.shown.form = form;
      const here = document.activeElement?.closest('th')?.dataset.node;
      node.rows = make(isGrid ? 'ul' : 'tbody', {class: isGrid ? 'grid' : ''});
      const head = make('thead', {}, make('tr', {}, ...columns.map(list.header)));
      node.scroll.replaceChildren(isGrid ? node.rows : make('table', {}, ...(columns.length ? [head] : []), node.rows));
      for (const row of rows) {
        row.element = null;
        list.row(row, columns, isGrid);
        node.rows.append(row.element);
      }
      if (here) node.scroll.querySelector(`th[data-node="${Number(here)}"] button`)?.focus();
    } else {
      for (const row of rows) if (!row.element || dirty.has(row)) { list.row(row, columns, isGrid); place(row); }
    }
    node.scroll.hidden = rows.length === 0;
    const first = props.firstRow ?? 0;
    const count = Math.max(props.rowCount ?? 0, first + rows.length);
    const range = rows.length ? text('rows', {first: first + 1, last: first + rows.length}, count) : '';
    if (range && node.shown.range !== undefined && range !== node.shown.range) say(range);
    node.shown.range = range;
    write(node.place, range);
    node.earlier.hidden = first === 0;
    node.later.hidden = first + rows.length >= count;
  },
  header(column) {
    const order = column.props.order;
    const cell = make('th', {scope: 'col', dir: 'auto', class: ['', 'center', 'end'][column.props.align ?? 0] ?? ''});
    cell.dataset.node = column.id;
    if (order === undefined) {
      cell.append(label(column));
    } else {
      attribute(cell, 'aria-sort', ['none', 'ascending', 'descending'][order]);
      const button = make('button', {type: 'button'}, `${label(column)}${['', ' ▲', ' ▼'][order] ?? ''}`);
      button.setAttribute('aria-label', label(column));
      button.addEventListener('click', () => post('activate', column.id));
      cell.append(button);
    }
    return cell;
  },
  row(row, columns, isGrid) {
    const isHere = row.element?.contains(document.activeElement);
    const element = make(isGrid ? 'li' : 'tr', {class: row.props.selected === 1 ? 'chosen' : ''});
    element.dataset.node = row.id;
    const cells = columns.length && row.props.cells !== undefined && !isGrid ? row.props.cells.split('\t') : [label(row)];
    const open = make('button', {type: 'button', dir: 'auto'}, cells[0] || label(row));
    attribute(open, 'aria-disabled', !isEnabled(row) && 'true');
    open.addEventListener('click', () => isEnabled(row) && post('activate', row.id));
    const [words] = statusText(row);
    const remarks = [row.props.selected === 1 ? text('selected') : '', words].filter(Boolean).join(', ');
    const remark = remarks ? [make('span', {class: 'detail', dir: 'auto'}, ` ${remarks}`)] : [];
    if (isGrid) {
      element.append(open, ...remark);
    } else {
      element.append(make('td', {dir: 'auto'}, open, ...remark));
      for (let index = 1; index < Math.max(columns.length, 1); index += 1) {
        const align = ['', 'center', 'end'][columns[index]?.props.align ?? 0] ?? '';
        element.append(make('td', {dir: 'auto', class: align}, cells[index] ?? ''));
      }
    }
    row.element?.replaceWith(element);
    row.element = element;
    if (isHere) open.focus();
  },
};

const note = {
  make(node) {
    node.element = make('p', {class: node.kind, dir: 'auto'});
  },
  update(node) {
    const words = [node.props.label, node.props.value, node.props.explanation, node.props.detail].filter(Boolean).join(': ');
    if (words === node.element.textContent) return;
    say(words);
    write(node.element, words);
    if (node.kind === 'notice' && !isOpening) node.element.scrollIntoView({block: 'nearest'});
  },
};

// --- All kinds.

const KINDS = {
  unknown: {
    make(node) {
      node.element = node.slot = make('div', {class: 'slot'});
    },
  },
  screen: {
    make(node) {
      node.element = node.slot = make('div', {class: 'slot'});
    },
    update(node) {
      const {props} = node;
      if (props.label) write($('title'), props.label);
      document.title = $('title').textContent || 'Formwork';
      const count = props.total ? text('answered', {answered: props.answered ?? 0}, props.total) : '';
      write($('about'), [props.detail, count].filter(Boolean).join('\n'));
      const [words, tone] = statusText(node);
      const shown = words || (props.busy === 1 ? text('working') : '');
      write($('state'), shown);
      attribute($('state'), 'data-tone', tone);
      attribute($('main'), 'aria-busy', props.busy === 1 && 'true');
      if (node.isStatusNew) say(shown, 'screen');
    },
  },
  group: {
    make(node) {
      node.slot = make('div', {class: 'slot'});
      node.label = make('legend', {dir: 'auto', hidden: true});
      node.detail = make('p', {class: 'detail', id: `d${node.id}`, dir: 'auto', hidden: true});
      node.count = make('p', {class: 'count', dir: 'auto', hidden: true});
      node.status = make('p', {class: 'status', id: `s${node.id}`, dir: 'auto', hidden: true});
      node.element = make('fieldset', {class: 'section'}, node.label, node.detail, node.count, node.status, node.slot);
    },
    update(node) {
      const {props} = node;
      const isSection = !!props.label;
      node.element.className = isSection ? 'section' : 'field';
      write(node.label, props.label ?? '');
      write(node.detail, props.detail ?? '');
      write(node.count, isSection && props.total > 1 ? text('answered', {answered: props.answered ?? 0}, props.total) : '');
      updateStatus(node);
      describe(node, node.element);
    },
  },
  textField: textual,
  textArea: textual,
  secretField: {
    make(node) {
      node.input = make('input', {type: 'password', autocomplete: 'new-password', spellcheck: false, autocapitalize: 'off'});
      node.reveal = keyButton('reveal', 'F2');
      const show = (isShown) => {
        node.input.type = isShown ? 'text' : 'password';
        node.reveal.setAttribute('aria-pressed', String(isShown));
      };
      show(false);
      node.reveal.addEventListener('click', () => {
        node.input.focus();
        show(node.input.type === 'password');
      });
      node.input.setAttribute('aria-keyshortcuts', 'F2');
      node.input.addEventListener('focusout', () => show(false));
      frame(node, 'secret-field', make('div', {class: 'secret'}, node.input, node.reveal));
      wire(node);
    },
    update(node) {
      updateInput(node);
      const length = node.props.value ?? 0;
      // The host sends only the length: another length means that the text here is not that of the host.
      if ([...node.input.value].length !== length) node.input.value = node.taken = '';
      // The next try replaces the text.
      if (node.isStatusNew && status(node) === 'refused' && node.input === document.activeElement) node.input.select();
      const isKept = length > 0 && node.input.value === '';
      attribute(node.input, 'placeholder', isKept ? text('kept', {}, length) : node.props.placeholder ?? '');
      node.reveal.setAttribute('aria-label', `${text('reveal')}: ${label(node)}`);
    },
  },
  toggle,
  choice,
  choices: choice,
  option: {make() {}},
  column: {make() {}},
  row: {make() {}},
  list,
  button: {
    make(node) {
      node.input = make('button', {type: 'button', dir: 'auto'});
      node.input.dataset.node = node.id;
      node.note = make('p', {class: 'detail', id: `d${node.id}`, dir: 'auto', hidden: true});
      node.element = make('div', {class: 'button'}, node.input, node.note);
      node.input.addEventListener('click', () => isEnabled(node) && press(node));
    },
    update(node) {
      const {props} = node;
      const role = ROLE[props.role ?? 0] ?? '';
      node.input.className = role;
      node.element.classList.toggle('row', node.name.startsWith('change:'));
      write(node.input, label(node));
      attribute(node.input, 'aria-disabled', !isEnabled(node) && 'true');
      const [words] = statusText(node);
      write(node.note, [props.detail, words].filter(Boolean).join(' '));
      attribute(node.input, 'aria-describedby', node.note.textContent && node.note.id);
      if (node.isStatusNew && words) say(words);
    },
  },
  note,
  notice: note,
  alert: {
    make(node) {
      node.label = make('h2', {dir: 'auto', id: `c${node.id}`});
      node.slot = make('div', {class: 'slot'});
      node.element = make('dialog', {}, node.label, node.slot);
      node.element.setAttribute('aria-labelledby', node.label.id);
      node.element.addEventListener('cancel', (event) => {
        event.preventDefault();
        post('back');
      });
    },
    update(node) {
      write(node.label, [node.props.label, node.props.detail].filter(Boolean).join('\n'));
    },
  },
  progress: {
    make(node) {
      node.bar = make('progress', {max: 1000, id: `c${node.id}`});
      node.label = make('label', {htmlFor: node.bar.id, dir: 'auto'});
      node.element = make('div', {class: 'progress'}, node.label, node.bar);
    },
    update(node) {
      const {fraction, busy} = node.props;
      node.label.textContent = label(node);
      if (fraction !== undefined) node.bar.value = fraction;
      else if (busy === 1) node.bar.removeAttribute('value');
      else node.bar.value = 0;
      const quarter = Math.floor((fraction ?? 0) / 250);
      if (quarter > (node.shown.quarter ?? 0)) say(`${label(node)}: ${quarter * 25} %`);
      node.shown.quarter = quarter;
    },
  },
};

// --- The beginning, the connection and the end.

function stop(words) {
  hasEnded = true;
  unlock();
  events?.close();
  for (const dialog of document.querySelectorAll('dialog')) dialog.remove();
  $('form').replaceChildren();
  for (const id of ['about', 'state', 'banner']) write($(id), '');
  $('title').textContent = words;
  document.title = words;
  $('title').focus();
  say(words);
}

function end(message) {
  let how = ['done', 'switched', 'signal'].includes(message.reason) ? message.reason : 'switched';
  if (how !== 'switched' && screen() && status(screen()) === 'done') how = 'submitted';
  else if (how !== 'switched' && submitButton()) how = how === 'done' ? 'left' : 'ended';
  sessionStorage.removeItem('pass');
  stop(text(`end.${how}`));
  for (const words of message.texts) $('form').append(make('p', {class: 'note', dir: 'auto'}, words));
  write($('about'), text('end.close'));
  say(message.texts.join(' '));
}

let isLeft = false;      // what is on the page is nowhere else

// Leaves the fields on the page as they are.
function leave(words) {
  hasEnded = true;
  isLeft = nodes.size > 0;
  isConnected = false;
  unlock();
  events?.close();
  sessionStorage.removeItem('pass');
  if (nodes.size) banner(words); else stop(words);
}

function refused() {
  leave(nodes.size ? text('gone') : text('used'));
}

let isLost = false;

function proven() {
  isConnected = true;
  if (isLost) banner(text('back'), 4);
  isLost = false;
  send();
}

function connect(isFirst) {
  events = new EventSource(`/${pass[0]}/events${isFirst ? '?first=1' : ''}`);
  events.onmessage = receive;
  events.onerror = () => {
    isConnected = false;
    if (hasEnded) return;
    // A browser that leaves the page closes the connection, too: then the time never comes.
    if (events.readyState === EventSource.CLOSED) return setTimeout(refused, 500);
    isLost = true;
    banner(text('lost'));
  };
}

addEventListener('beforeunload', (event) => {
  if (isLeft || !hasEnded && queue.length + ahead.length > 0) event.preventDefault();
});

// Another link of the program was entered on this page.
addEventListener('hashchange', () => location.reload());

async function begin() {
  const token = location.hash.slice(1);
  history.replaceState(null, '', '/');
  const opened = token && await fetch('/open', {
    method: 'POST', body: token, headers: {'Content-Type': 'application/octet-stream'}});
  document.documentElement.lang = words.lang;
  $('title').textContent = text('loading');
  wordsAreRightToLeft = isRightToLeft();
  pass = JSON.parse(sessionStorage.getItem('pass'));
  if (opened?.ok) {
    const {pass: given, picture} = await opened.json();
    sessionStorage.setItem('pass', JSON.stringify(pass = given));
    connect(true);
    isConnected = true;
    if (picture) show(picture);
    return;
  }
  if (token && !pass) return refused();
  if (!pass) return stop(text('noLink'));
  connect();
}

begin();
