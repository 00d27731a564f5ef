//! The flags in the left half of the PC word (processor reference, section 2.1).

/// AR OV: arithmetic overflow.
pub const AR_OV: u32 = 0o400000;
/// CRY 0: carry out of bit 0.
pub const CRY_0: u32 = 0o200000;
/// CRY 1: carry out of bit 1.
pub const CRY_1: u32 = 0o100000;
/// PC CHG: a jump or skip has been taken.
pub const PC_CHG: u32 = 0o040000;
/// BIS, byte increment suppress: the pointer of the byte instruction at PC has been advanced already.
pub const BIS: u32 = 0o020000;
/// USER: user mode.
pub const USER: u32 = 0o010000;
/// IOT USER: the user may execute in-out instructions.
pub const IOT_USER: u32 = 0o004000;
/// All flags.
pub const ALL: u32 = AR_OV | CRY_0 | CRY_1 | PC_CHG | BIS | USER | IOT_USER;
