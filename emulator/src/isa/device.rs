//! Device numbers and their names.

use std::fmt;

/// The number of an in-out device as written, a multiple of 4 up to 774: bits 3-9 of the instruction times 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct DeviceCode(u16);

impl DeviceCode {
    /// The processor: its conditions, the clock, the data switches.
    pub const APR: DeviceCode = DeviceCode(0o000);
    /// The priority interrupt.
    pub const PI: DeviceCode = DeviceCode(0o004);
    /// The keyboards of the DATANET-760 consoles.
    pub const GTYI: DeviceCode = DeviceCode(0o070);
    /// The paper tape punch.
    pub const PTP: DeviceCode = DeviceCode(0o100);
    /// The paper tape reader.
    pub const PTR: DeviceCode = DeviceCode(0o104);
    /// The console teletype.
    pub const TTY: DeviceCode = DeviceCode(0o120);
    /// The line printer.
    pub const LPT: DeviceCode = DeviceCode(0o124);
    /// The 340 display.
    pub const DIS: DeviceCode = DeviceCode(0o130);
    /// The 136 data control.
    pub const DC: DeviceCode = DeviceCode(0o200);
    /// The 551 DECtape control, commands.
    pub const UTC: DeviceCode = DeviceCode(0o210);
    /// The 551 DECtape control, status.
    pub const UTS: DeviceCode = DeviceCode(0o214);
    /// The Spacewar consoles, second generation.
    pub const WCNSLS: DeviceCode = DeviceCode(0o420);
    /// The screens of the DATANET-760 consoles.
    pub const GTYO: DeviceCode = DeviceCode(0o750);

    /// Returns the device with the written number `code`, whose two low bits are ignored.
    #[inline(always)]
    pub const fn new(code: u16) -> DeviceCode {
        DeviceCode(code & 0o774)
    }

    /// Returns the device number as programs write it, a multiple of 4.
    #[inline(always)]
    pub const fn get(self) -> u16 {
        self.0
    }

    /// Returns a number from 0 to 127, for tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Returns the name in [`DEVICES`], if the device has one.
    pub fn name(self) -> Option<&'static str> {
        DEVICES.iter().find(|device| device.code == self).map(|device| device.name)
    }

    /// Returns the device with a name in [`DEVICES`] (upper case).
    pub fn by_name(name: &str) -> Option<DeviceCode> {
        DEVICES.iter().find(|device| device.name == name).map(|device| device.code)
    }
}

impl fmt::Display for DeviceCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03o}", self.0)
    }
}

impl fmt::Debug for DeviceCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A device that has a name in software.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct NamedDevice {
    /// The number in its instructions.
    pub code: DeviceCode,
    /// The name in programs, in upper case.
    pub name: &'static str,
    /// Description of the device.
    pub meaning: &'static str,
}

const fn device(code: DeviceCode, name: &'static str, meaning: &'static str) -> NamedDevice {
    NamedDevice { code, name, meaning }
}

/// The names used at MIT (device reference, section 0.2).
pub static DEVICES: [NamedDevice; 14] = [
    device(DeviceCode::APR, "APR", "processor"),
    device(DeviceCode::PI, "PI", "priority interrupt"),
    device(DeviceCode::GTYI, "GTYI", "DATANET-760 keyboards"),
    device(DeviceCode::PTP, "PTP", "paper tape punch"),
    device(DeviceCode::PTR, "PTR", "paper tape reader"),
    device(DeviceCode::TTY, "TTY", "console teletype"),
    device(DeviceCode::LPT, "LPT", "line printer"),
    device(DeviceCode::DIS, "DIS", "340 display"),
    device(DeviceCode::DC, "DC", "136 data control"),
    device(DeviceCode::UTC, "UTC", "551 DECtape control, commands"),
    device(DeviceCode::UTS, "UTS", "551 DECtape control, status"),
    device(DeviceCode::WCNSLS, "WCNSLS", "spacewar consoles"),
    device(DeviceCode::GTYO, "GTYO", "DATANET-760 display"),
    device(DeviceCode(0o754), "VID", "vidisector camera"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_belong_together() {
        for device in &DEVICES {
            assert_eq!(DeviceCode::by_name(device.name), Some(device.code));
            assert_eq!(device.code.name(), Some(device.name));
            assert_eq!(DeviceCode::new(device.code.get() | 3), device.code);
        }
        assert_eq!(DeviceCode::new(0o670).name(), None);
    }
}
