//! The parts of formwork.h and of the C library that this front end uses.

use std::ffi::{c_char, c_int, c_ulong, c_void};
use std::fs::File;
use std::io::{Error, Result};
use std::mem::size_of;
use std::os::fd::AsRawFd;

pub const ABI_MAJOR: u32 = 1;
pub const ABI_MINOR: u32 = 0;

// Message kinds.
pub const ATTACH: u32 = 1;
pub const INSERT: u32 = 2;
pub const SET: u32 = 3;
pub const MOVE: u32 = 4;
pub const REMOVE: u32 = 5;
pub const FOCUS: u32 = 6;
pub const FLUSH: u32 = 9;
pub const DETACH: u32 = 10;
pub const REFUSED: u32 = 12;
pub const EDIT: u32 = 257;
pub const COMMIT: u32 = 258;
pub const CHOOSE: u32 = 259;
pub const ACTIVATE: u32 = 260;
pub const GO: u32 = 261;
pub const QUIT: u32 = 267;

// Flags.
pub const HAS_TEXT: u32 = 1 << 0;
pub const ON: u32 = 1 << 2;
pub const NEXT: u32 = 1 << 3;
pub const PREVIOUS: u32 = 1 << 4;

// Node kinds.
pub const SCREEN: u32 = 1;
pub const GROUP: u32 = 2;
pub const SECRET_FIELD: u32 = 4;
pub const TOGGLE: u32 = 6;
pub const CHOICE: u32 = 7;
pub const CHOICES: u32 = 8;
pub const OPTION: u32 = 9;
pub const BUTTON: u32 = 10;
pub const NOTE: u32 = 11;
pub const NOTICE: u32 = 12;
pub const ALERT: u32 = 13;
pub const ROW: u32 = 16;

// Properties, which are indices here.
pub const LABEL: usize = 1;
pub const DETAIL: usize = 2;
pub const VALUE: usize = 4;
pub const STATUS: usize = 6;
pub const EXPLANATION: usize = 7;
pub const SELECTED: usize = 11;
pub const PROPERTY_COUNT: usize = 12;

// Values of STATUS.
pub const STATUS_INVALID: i64 = 2;
pub const STATUS_WAITING: i64 = 3;
pub const STATUS_CHECKING: i64 = 4;
pub const STATUS_REFUSED: i64 = 5;
pub const STATUS_LOADING: i64 = 8;
pub const STATUS_SUBMITTING: i64 = 10;

// Needs.
pub const NEEDS_TERMINAL: u32 = 1 << 0;
pub const MODES_NAMED: u32 = 1 << 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Message {
    pub size: u32,
    pub kind: u32,
    pub revision: u64,
    pub node: u32,
    pub parent: u32,
    pub position: u32,
    pub node_kind: u32,
    pub property: u32,
    pub flags: u32,
    pub number: i64,
    pub count: i64,
    text: *const u8,
    byte_count: u64,
}

impl Message {
    fn text(&self) -> String {
        if self.byte_count == 0 {
            return String::new();
        }
        let bytes = unsafe { std::slice::from_raw_parts(self.text, self.byte_count as usize) };
        String::from_utf8_lossy(bytes).into_owned()
    }
}

#[repr(C)]
pub struct Host {
    size: u32,
    abi_major: u32,
    abi_minor: u32,
    pub in_fd: c_int,
    pub out_fd: c_int,
    wake_fd: c_int,
    context: *mut c_void,
    next: unsafe extern "C" fn(*mut c_void) -> *const Message,
    post: unsafe extern "C" fn(*mut c_void, *const Message),
    extension: unsafe extern "C" fn(*mut c_void, *const c_char) -> *const c_void,
}

impl Host {
    /// Returns copies of the next message and of its text, which are lent until the next call.
    pub fn next(&self) -> Option<(Message, String)> {
        let message = unsafe { (self.next)(self.context).as_ref() }?;
        Some((*message, message.text()))
    }

    pub fn post(&self, kind: u32, revision: u64, node: u32, flags: u32, text: Option<&str>) {
        let (size, has_text) = (size_of::<Message>() as u32, text.is_some() as u32 * HAS_TEXT);
        let text = text.unwrap_or_default();
        let byte_count = text.len() as u64;
        let message = Message {
            size,
            kind,
            revision,
            node,
            byte_count,
            flags: flags | has_text,
            number: if kind == EDIT { byte_count as i64 } else { 0 }, // the cursor
            text: text.as_ptr(),
            parent: 0,
            position: 0,
            node_kind: 0,
            property: 0,
            count: 0,
        };
        unsafe { (self.post)(self.context, &message) }
    }

    /// Waits for messages, and for input if one is given; returns whether there is only input.
    pub fn waits_for_input(&self, input: Option<&File>) -> bool {
        let input = input.map_or(-1, |file| file.as_raw_fd());
        let mut ready = [self.wake_fd, input].map(|fd| Poll { fd, events: POLLIN, revents: 0 });
        let count = unsafe { poll(ready.as_mut_ptr(), 2, -1) };
        count > 0 && ready[0].revents == 0 && ready[1].revents != 0
    }
}

#[repr(C)]
pub struct FrontEnd {
    pub size: u32,
    pub abi_major: u32,
    pub abi_minor: u32,
    pub needs: u32,
    pub identifier: *const c_char,
    pub name: *const c_char,
    pub version: *const c_char,
    pub run: unsafe extern "C" fn(*const Host) -> i32,
}

// SAFETY: nothing changes the table, and its texts are static.
unsafe impl Sync for FrontEnd {}

/// The note of the file; its name has 8 letters and a NUL, in whole words.
#[repr(C)]
pub struct ElfNote {
    pub name_size: u32,
    pub content_size: u32,
    pub note_type: u32,
    pub name: [u8; 12],
    pub content: [u32; 2],
}

// The C library of Linux, with the numbers of x86-64 and AArch64.

pub const O_NOCTTY: c_int = 0o400;
pub const O_NONBLOCK: c_int = 0o4000;
pub const EIO: c_int = 5;
const ENOTSUP: c_int = 95;
const POLLIN: i16 = 1;
const TCSANOW: c_int = 0;
const TCIFLUSH: c_int = 0;
const ECHO: u32 = 0o10;
const ECHONL: u32 = 0o100;

#[repr(C)]
struct Poll {
    fd: c_int,
    events: i16,
    revents: i16,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Termios {
    input: u32,
    output: u32,
    control: u32,
    local: u32,
    line: u8,
    characters: [u8; 32],
    speeds: [u32; 2],
}

extern "C" {
    fn poll(entries: *mut Poll, count: c_ulong, timeout: c_int) -> c_int;
    fn tcgetattr(fd: c_int, modes: *mut Termios) -> c_int;
    fn tcsetattr(fd: c_int, when: c_int, modes: *const Termios) -> c_int;
    fn tcflush(fd: c_int, queue: c_int) -> c_int;
    fn explicit_bzero(bytes: *mut c_void, count: usize);
}

impl Termios {
    pub fn of(fd: c_int) -> Result<Termios> {
        let mut modes = Termios::default();
        checked(unsafe { tcgetattr(fd, &mut modes) })?;
        Ok(modes)
    }

    pub fn apply(&self, fd: c_int) -> Result<()> {
        checked(unsafe { tcsetattr(fd, TCSANOW, self) })
    }

    /// Applies the modes without an echo, and verifies that it is off.
    pub fn apply_without_echo(&self, fd: c_int) -> Result<()> {
        Termios { local: self.local & !(ECHO | ECHONL), ..*self }.apply(fd)?;
        let is_on = Termios::of(fd)?.local & ECHO != 0;
        if is_on {
            Err(Error::from_raw_os_error(ENOTSUP))
        } else {
            Ok(())
        }
    }
}

fn checked(result: c_int) -> Result<()> {
    if result == 0 {
        Ok(())
    } else {
        Err(Error::last_os_error())
    }
}

pub fn discard_input(fd: c_int) {
    unsafe { tcflush(fd, TCIFLUSH) };
}

pub fn wipe(bytes: &mut [u8]) {
    unsafe { explicit_bzero(bytes.as_mut_ptr().cast(), bytes.len()) }
}
