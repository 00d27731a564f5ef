//! The bits of the disk control's words.

use crate::io::Field;

// CONO, and the left half of CONI.
pub(super) const CHANNEL: u32 = 0o7;
pub(super) const WHEN_IDLE: u32 = 0o10;
pub(super) const WHEN_READY: u32 = 0o20;
pub(super) const AT_RECORD_END: u32 = 0o40;
pub(super) const AT_ERROR: u32 = 0o100;
/// CONO only.
pub(super) const CLEAR_ERRORS: u32 = 0o200;
pub(super) const COMMAND: u32 = 0o3000;
pub(super) const END: u32 = 0o10000;
/// CONO only.
pub(super) const CLEAR: u32 = 0o20000;
/// The bits that every CONO replaces, even during a command.
pub(super) const SET: u32 = CHANNEL | WHEN_IDLE | WHEN_READY | AT_RECORD_END | AT_ERROR;

// The commands.
pub(super) const READ: u32 = 0o1000;
pub(super) const WRITE: u32 = 0o2000;
pub(super) const COMPARE: u32 = READ | WRITE;

// The right half of CONI: a bit for the phase, and the errors.
/// The first phase; the bits of the others follow to its right.
pub(super) const IDLE: u32 = 0o400000;
pub(super) const WRITE_LOCK: u32 = 0o200;
pub(super) const ADDRESS_ERROR: u32 = 0o100;
pub(super) const DATA_LATE: u32 = 0o20;
pub(super) const COMPARE_ERROR: u32 = 0o10;
pub(super) const FILE_ERROR: u32 = 0o2;
pub(super) const NOT_OPERATIONAL: u32 = 0o1;
/// The errors that request an interrupt.
pub(super) const REQUESTING_ERRORS: u32 = WRITE_LOCK | DATA_LATE | COMPARE_ERROR | FILE_ERROR;

// DATAO.
pub(super) const RECORD: u32 = 0o77;
/// In the left half: the low three bits of the record are taken as zero.
pub(super) const NEXT_RECORD: u32 = 1;

const fn left(mask: u32) -> u64 {
    (mask as u64) << 18
}

/// The fields of CONI.
pub(super) const FIELDS: [Field; 21] = [
    Field::new(left(END), "end"),
    Field::named(left(COMMAND), "command", &["none", "read", "write", "read-compare"]),
    Field::new(left(AT_ERROR), "error-enabled"),
    Field::new(left(AT_RECORD_END), "record-end-enabled"),
    Field::new(left(WHEN_READY), "ready-enabled"),
    Field::new(left(WHEN_IDLE), "idle-enabled"),
    Field::new(left(CHANNEL), "channel"),
    Field::new(IDLE as u64, "idle"),
    Field::new(0o200000, "new-address"),
    Field::new(0o100000, "seeking"),
    Field::new(0o40000, "ready"),
    Field::new(0o20000, "alert"),
    Field::new(0o10000, "selected"),
    Field::new(0o4000, "transfer"),
    Field::new(0o2000, "record-end"),
    Field::new(WRITE_LOCK as u64, "write-locked"),
    Field::new(ADDRESS_ERROR as u64, "address-error"),
    Field::new(DATA_LATE as u64, "data-late"),
    Field::new(COMPARE_ERROR as u64, "compare-error"),
    Field::new(FILE_ERROR as u64, "file-error"),
    Field::new(NOT_OPERATIONAL as u64, "not-operational"),
];
