//! A front end in Rust, without crates. It asks for the focused node, reads lines of a terminal,
//! and changes none of its modes except the echo.

mod formwork;

use formwork::*;
use std::fs::{File, OpenOptions};
use std::io::ErrorKind::{Interrupted, WouldBlock};
use std::io::{Read, Result, Write};
use std::mem::{size_of, ManuallyDrop};
use std::os::fd::FromRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};

/// A terminal truncates lines at 4095 bytes: refuse a line of this length.
const TERMINAL_LIMIT: usize = 4095;

#[derive(Default)]
struct Node {
    id: u32,
    parent: u32,
    kind: u32,
    text: [String; PROPERTY_COUNT],
    number: [i64; PROPERTY_COUNT],
    is_new: [bool; PROPERTY_COUNT], // changed since the last output
}

impl Node {
    fn is_wrong(&self) -> bool {
        [STATUS_INVALID, STATUS_REFUSED].contains(&self.number[STATUS])
    }
}

/// The view tree, as the messages of the host describe it.
#[derive(Default)]
struct Picture {
    nodes: Vec<Node>, // siblings are in order
    focus: u32,       // the node with the focus, or 0
    revision: u64,
    is_consistent: bool,
    is_busy: bool,
    refusal: String, // the reason for which a button does nothing
}

/// A conversation with the user, from attachment to detachment.
struct Interview<'a> {
    host: &'a Host,
    input: File,                // opened separately, for the terminal of in_fd
    output: ManuallyDrop<File>, // never closed: it belongs to the host
    found: Termios,
    picture: Picture,
    asked: u32,    // the node whose prompt is open, or 0
    answered: u32, // the node to leave after the host has accepted the answer, or 0
    is_void: bool, // ignore input at the prompt
    awaits_flush: bool,
    has_ended: bool,
}

impl Picture {
    fn apply(&mut self, message: &Message, text: String) {
        match message.kind {
            ATTACH => *self = Picture::default(),
            INSERT => {
                let (id, parent, kind) = (message.node, message.parent, message.node_kind);
                self.place(Node { id, parent, kind, ..Node::default() }, message.position);
            }
            SET => self.set(message, text),
            MOVE => {
                if let Some(index) = self.nodes.iter().position(|node| node.id == message.node) {
                    let node = self.nodes.remove(index);
                    self.place(node, message.position);
                }
            }
            REMOVE => self.forget(message.node),
            FOCUS => self.focus = message.node,
            REFUSED => self.refusal = text,
            FLUSH => self.revision = message.revision,
            _ => return, // not used here, or of a later version
        }
        self.is_consistent = message.kind == FLUSH;
    }

    fn find(&mut self, id: u32) -> Option<&mut Node> {
        self.nodes.iter_mut().find(|node| node.id == id)
    }

    fn options(&self, id: u32) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(move |node| node.kind == OPTION && node.parent == id)
    }

    fn place(&mut self, node: Node, position: u32) {
        let mut siblings = (0..self.nodes.len()).filter(|&i| self.nodes[i].parent == node.parent);
        let index = siblings.nth(position as usize).unwrap_or(self.nodes.len());
        self.nodes.insert(index, node);
    }

    /// Removes a node and its descendants.
    fn forget(&mut self, id: u32) {
        let mut gone = vec![id];
        while let Some(id) = gone.pop() {
            gone.extend(self.nodes.iter().filter(|node| node.parent == id).map(|node| node.id));
            self.nodes.retain(|node| node.id != id);
        }
    }

    fn set(&mut self, message: &Message, text: String) {
        let property = message.property as usize;
        let Some(node) = self.find(message.node) else {
            return;
        };
        if property >= PROPERTY_COUNT {
            return;
        }
        node.text[property] = text;
        node.number[property] = message.number;
        node.is_new[property] = true;
        if node.kind == SCREEN && property == STATUS {
            // The screen waits for the host, not for the user.
            let busy = [STATUS_WAITING, STATUS_CHECKING, STATUS_LOADING, STATUS_SUBMITTING];
            self.is_busy = busy.contains(&message.number);
        }
    }

    /// Returns new texts, rows and explanations of faults, wherever the focus is.
    fn news(&mut self) -> String {
        let mut lines = std::mem::take(&mut self.refusal);
        if !lines.is_empty() {
            lines.push('\n');
        }
        for node in &mut self.nodes {
            let shown: &[usize] = match node.kind {
                SCREEN | GROUP | NOTE | NOTICE | ALERT => &[LABEL, VALUE, EXPLANATION, DETAIL],
                ROW => &[LABEL],
                _ => &[],
            };
            for &property in shown {
                if node.is_new[property] && !node.text[property].is_empty() {
                    lines += &format!("{}\n", node.text[property]);
                }
            }
            if shown.is_empty() && node.is_new[EXPLANATION] && node.is_wrong() {
                lines += &format!("{}: {}\n", node.text[LABEL], node.text[EXPLANATION]);
            }
            node.is_new = Default::default();
        }
        lines
    }

    /// Returns the lines that ask for a node.
    fn prompt(&mut self, id: u32) -> String {
        let mut lines = self.news();
        let Some(node) = self.nodes.iter().find(|node| node.id == id) else { return lines };
        if !node.text[DETAIL].is_empty() {
            lines += &format!("{}\n", node.text[DETAIL]);
        }
        for (index, option) in self.options(id).enumerate() {
            let mark = if option.number[SELECTED] == 1 { "*" } else { "" };
            lines += &format!("{mark}{} {}\n", index + 1, option.text[LABEL]);
        }
        lines += &node.text[LABEL];
        match node.kind {
            TOGGLE if node.number[VALUE] == 1 => lines += " [y]: ",
            TOGGLE => lines += " [n]: ",
            BUTTON | ROW => lines += "? (y, or b to go back) ",
            _ if node.text[VALUE].is_empty() => lines += ": ",
            _ => lines += &format!(" [{}]: ", node.text[VALUE]),
        }
        lines
    }
}

impl Interview<'_> {
    fn run(&mut self) -> Result<()> {
        loop {
            while let Some((message, text)) = self.host.next() {
                if message.kind == DETACH {
                    self.leave();
                    return Ok(());
                }
                self.take(&message, text);
            }
            if self.may_go_on() {
                self.turn()?;
            }
            // A turn may have posted what only a FLUSH answers.
            let may_read = self.may_go_on() && self.asked != 0;
            // Messages come first: they may concern the input.
            if self.host.waits_for_input(may_read.then_some(&self.input)) {
                self.read_line();
            }
        }
    }

    fn may_go_on(&self) -> bool {
        self.picture.is_consistent && !self.awaits_flush && !self.has_ended
    }

    fn take(&mut self, message: &Message, text: String) {
        self.picture.apply(message, text);
        let is_asked = message.node == self.asked && message.property as usize == VALUE;
        match message.kind {
            ATTACH => (self.answered, self.is_void) = (0, true),
            SET if is_asked => self.is_void = true,
            FLUSH => self.awaits_flush = false,
            _ => {}
        }
    }

    /// Leaves an answered field, or asks for the focused node.
    fn turn(&mut self) -> Result<()> {
        let (focus, answered) = (self.picture.focus, std::mem::take(&mut self.answered));
        let node = self.picture.find(focus);
        let is_known = node.is_some();
        if let Some(node) = node.filter(|node| node.id == answered) {
            if !node.is_wrong() {
                self.post(GO, 0, NEXT, None);
                return Ok(());
            }
            node.is_new[EXPLANATION] = true; // repeat an unchanged explanation
        }
        if self.asked != 0 {
            if self.asked == focus && !self.is_void {
                return Ok(());
            }
            self.close_prompt();
            discard_input(self.host.in_fd); // it was for the old prompt
        }
        if is_known && !self.picture.is_busy {
            self.ask(focus)
        } else {
            Ok(())
        }
    }

    fn ask(&mut self, id: u32) -> Result<()> {
        if self.picture.find(id).is_some_and(|node| node.kind == SECRET_FIELD) {
            self.found.apply_without_echo(self.host.in_fd)?;
        }
        (self.asked, self.is_void) = (id, false);
        let prompt = self.picture.prompt(id);
        self.say(&prompt);
        Ok(())
    }

    /// Closes a prompt without an answer, or one that is outdated.
    fn close_prompt(&mut self) {
        self.asked = 0;
        let _ = self.found.apply(self.host.in_fd);
        self.say("\n");
    }

    fn leave(&mut self) {
        if self.asked != 0 {
            self.close_prompt();
        }
        if self.picture.is_consistent {
            let news = self.picture.news();
            self.say(&news);
        }
    }

    /// Writes a text; if the terminal is gone, the input ends too.
    fn say(&mut self, text: &str) {
        let _ = self.output.write_all(text.as_bytes());
    }

    fn post(&mut self, kind: u32, node: u32, flags: u32, text: Option<&str>) {
        self.awaits_flush |= [COMMIT, GO, ACTIVATE].contains(&kind);
        self.host.post(kind, self.picture.revision, node, flags, text);
    }

    fn read_line(&mut self) {
        let mut line = [0; TERMINAL_LIMIT + 2];
        match self.input.read(&mut line) {
            Ok(count) if count > 0 => {
                let line = line[..count].strip_suffix(b"\n").unwrap_or(&line[..count]);
                match std::str::from_utf8(line) {
                    Ok(text) if text.len() < TERMINAL_LIMIT => self.answer(text),
                    _ => self.close_prompt(),
                }
            }
            Err(error) if [Interrupted, WouldBlock].contains(&error.kind()) => {}
            _ => {
                self.has_ended = true;
                self.post(QUIT, 0, 0, None);
            }
        }
        wipe(&mut line); // it may be a secret
    }

    fn answer(&mut self, line: &str) {
        let id = std::mem::take(&mut self.asked);
        let Some(kind) = self.picture.find(id).map(|node| node.kind) else {
            return;
        };
        if kind == SECRET_FIELD {
            self.close_prompt();
        }
        match (kind, line) {
            (BUTTON | ROW, "y") => self.post(ACTIVATE, id, 0, None),
            (BUTTON | ROW, "b") => self.post(GO, 0, PREVIOUS, None),
            (BUTTON | ROW, _) | (_, "") => self.post(GO, 0, NEXT, None),
            (CHOICE | CHOICES, _) => {
                // The number of an option selects it, and the prompt repeats until Enter.
                let index = line.parse().unwrap_or(0_usize).wrapping_sub(1);
                let option = self.picture.options(id).nth(index);
                if let Some((id, is_on)) = option.map(|node| (node.id, node.number[SELECTED])) {
                    self.post(CHOOSE, id, if is_on == 1 { 0 } else { ON }, None);
                }
                self.post(COMMIT, id, 0, None);
            }
            (TOGGLE, _) => {
                self.post(CHOOSE, id, if line == "y" { ON } else { 0 }, None);
                self.post(COMMIT, id, 0, None);
                self.answered = id;
            }
            _ => {
                self.post(EDIT, id, 0, Some(line));
                self.post(COMMIT, id, 0, Some(line));
                self.answered = id;
                // The host does not echo accepted edits, and a secret is not kept.
                if let Some(node) = self.picture.find(id).filter(|_| kind != SECRET_FIELD) {
                    node.text[VALUE] = line.into();
                }
            }
        }
    }
}

/// Restores the terminal, also after a panic.
impl Drop for Interview<'_> {
    fn drop(&mut self) {
        let _ = self.found.apply(self.host.in_fd);
    }
}

fn converse(host: &Host) -> Result<()> {
    // At ^C the terminal discards input that poll has reported, so a read must not wait. The
    // descriptor is opened again, because the shell shares the flag of in_fd.
    let path = format!("/proc/self/fd/{}", host.in_fd);
    let mut interview = Interview {
        host,
        input: OpenOptions::new().read(true).custom_flags(O_NONBLOCK | O_NOCTTY).open(path)?,
        output: ManuallyDrop::new(unsafe { File::from_raw_fd(host.out_fd) }),
        found: Termios::of(host.in_fd)?,
        picture: Picture::default(),
        asked: 0,
        answered: 0,
        is_void: false,
        awaits_flush: false,
        has_ended: false,
    };
    interview.run()
}

/// No panic may cross into the host: it becomes an errno, and another front end continues.
unsafe extern "C" fn run(host: *const Host) -> i32 {
    set_hook(Box::new(|_| {})); // the message of a panic would be written into the form
    match catch_unwind(AssertUnwindSafe(|| converse(unsafe { &*host }))) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => error.raw_os_error().unwrap_or(EIO),
        Err(_) => EIO,
    }
}

// --- The file for the host. ---

#[used]
#[link_section = ".note.formwork"]
static ELF_NOTE: ElfNote = ElfNote {
    name_size: 9,
    content_size: 8,
    note_type: 1,
    name: *b"Formwork\0\0\0\0",
    content: [ABI_MAJOR, ABI_MINOR],
};

static TABLE: FrontEnd = FrontEnd {
    size: size_of::<FrontEnd>() as u32,
    abi_major: ABI_MAJOR,
    abi_minor: ABI_MINOR,
    needs: NEEDS_TERMINAL | MODES_NAMED, // it uses none of them
    identifier: c"example-rust".as_ptr(),
    name: c"Example in Rust".as_ptr(),
    version: c"1.0".as_ptr(),
    run,
};

#[no_mangle]
pub extern "C" fn formwork_front_end(abi_major: u32, _abi_minor: u32) -> *const FrontEnd {
    // Within a major version, structs only grow at their ends.
    if abi_major == ABI_MAJOR {
        &TABLE
    } else {
        std::ptr::null()
    }
}
