//! The bits of the tape control's words and the numbers of its functions.

use crate::io::Field;

pub(super) mod function {
    pub(in super::super) const REWIND: u32 = 0o1;
    pub(in super::super) const WRITE: u32 = 0o2;
    pub(in super::super) const WRITE_MARK: u32 = 0o3;
    pub(in super::super) const COMPARE: u32 = 0o4;
    pub(in super::super) const READ: u32 = 0o5;
    pub(in super::super) const SPACE: u32 = 0o6;
    pub(in super::super) const SPACE_BACK: u32 = 0o7;
    pub(in super::super) const UNLOAD: u32 = 0o11;
    pub(in super::super) const WRITE_AGAIN: u32 = 0o12;
    pub(in super::super) const WRITE_BLANK: u32 = 0o13;
    pub(in super::super) const COMPARE_AGAIN: u32 = 0o14;
    pub(in super::super) const READ_BACK: u32 = 0o15;
    pub(in super::super) const SPACE_FILE: u32 = 0o16;
    pub(in super::super) const SPACE_FILE_BACK: u32 = 0o17;
}

pub(super) const CHANNEL: u32 = 0o7;
pub(super) const ODD_PARITY: u32 = 0o40000;

// The status.
pub(super) const FREE: u32 = 0o1;
pub(super) const READY: u32 = 0o2;
pub(super) const END_OF_RECORD: u32 = 0o4;
pub(super) const PARITY_ERROR: u32 = 0o10;
pub(super) const LONGITUDINAL_ERROR: u32 = 0o20;
pub(super) const COMPARE_ERROR: u32 = 0o40;
pub(super) const MISSED: u32 = 0o100;
pub(super) const WRITE_LOCK: u32 = 0o200;
pub(super) const TAPE_MARK: u32 = 0o400;
pub(super) const LOAD_POINT: u32 = 0o4000;
pub(super) const REWINDING: u32 = 0o20000;
pub(super) const COMMAND_TAKEN: u32 = 0o40000;
pub(super) const ILLEGAL: u32 = 0o400000;

// The bits of CONO 224. All but `MONITOR_UNIT` enable interrupts.
pub(super) const WHEN_FREE: u32 = 0o1;
pub(super) const MONITOR_UNIT: u32 = 0o2;
pub(super) const AT_END_OF_RECORD: u32 = 0o4;
pub(super) const AT_COMMAND_TAKEN: u32 = 0o40000;
pub(super) const AT_LOAD_POINT: u32 = 0o100000;
pub(super) const ENABLES: u32 =
    WHEN_FREE | MONITOR_UNIT | AT_END_OF_RECORD | AT_COMMAND_TAKEN | AT_LOAD_POINT;

const FUNCTIONS: [&str; 16] = [
    "none",
    "rewind",
    "write",
    "write-mark",
    "compare",
    "read",
    "space",
    "space-back",
    "none",
    "unload",
    "write",
    "write-blank",
    "compare",
    "read-back",
    "space-file",
    "space-file-back",
];

pub(super) const COMMAND_FIELDS: [Field; 7] = [
    Field::new(ODD_PARITY as u64, "odd-parity"),
    Field::named(0o30000, "density", &["200", "556", "800", "800"]),
    Field::named(0o7400, "function", &FUNCTIONS),
    Field::new(0o200, "hold"),
    Field::new(0o160, "unit"),
    Field::new(0o10, "no-end-of-record"),
    Field::new(CHANNEL as u64, "channel"),
];

pub(super) const STATUS_FIELDS: [Field; 13] = [
    Field::new(ILLEGAL as u64, "illegal"),
    Field::new(COMMAND_TAKEN as u64, "command-taken"),
    Field::new(REWINDING as u64, "rewinding"),
    Field::new(LOAD_POINT as u64, "load-point"),
    Field::new(TAPE_MARK as u64, "tape-mark"),
    Field::new(WRITE_LOCK as u64, "write-locked"),
    Field::new(MISSED as u64, "missed"),
    Field::new(COMPARE_ERROR as u64, "compare-error"),
    Field::new(LONGITUDINAL_ERROR as u64, "longitudinal-error"),
    Field::new(PARITY_ERROR as u64, "parity-error"),
    Field::new(END_OF_RECORD as u64, "end-of-record"),
    Field::new(READY as u64, "ready"),
    Field::new(FREE as u64, "free"),
];

pub(super) const MONITOR_FIELDS: [Field; 3] = [
    Field::new(0o20000, "command-held"),
    Field::named(0o7400, "function", &FUNCTIONS),
    Field::new(0o160, "unit"),
];
