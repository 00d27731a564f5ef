//! Teletype lines that are connected to a terminal or a socket of the host.
//!
//! A line is an attachment. Its output is handled like that for a file. The keys typed at its far end become
//! inputs of the machine, so they are in journals and recordings as all inputs are.

use super::attachment::Attachment;
use super::error::CommandError;
use super::host::Host;
use super::line_address::LineAddress;
use super::session::Session;
use crate::io::units::unit_name;
use crate::io::{Action, Device};
use crate::machine::Input;

/// Maximum number of keys of a line that wait inside the machine. The others wait at the far end.
const MAX_KEYS_AHEAD: usize = 16;

impl Session {
    /// Returns the device and the unit of a teletype line.
    pub(crate) fn line(&self, name: &str) -> Result<(String, u8), CommandError> {
        let is_line = |(device, unit): &(String, u8)| {
            let has_keyboards = self.target.machine.io.by_name(device).is_some_and(Device::has_keyboards);
            has_keyboards && self.file_use(device, *unit).is_some()
        };
        self.device_and_unit(name).ok().filter(is_line).ok_or_else(|| {
            CommandError(format!(
                "unknown line \"{name}\" (expected console (tty0), tty1 to tty4, gty0 to gty3 or dcs0 to \
                 dcs15)"
            ))
        })
    }

    /// Connects a teletype line to a far end, in place of the file or far end that the line had.
    pub(super) fn connect(
        &mut self,
        name: &str,
        address: &LineAddress,
        host: &mut dyn Host,
    ) -> Result<(), CommandError> {
        let (device, unit) = self.line(name)?;
        let unit = unit_name(&device, unit);
        let allow_remote = self.allow_remote;
        let place = self.replace_file(&unit, host, |unit, host| {
            let connected = host.files().connect(unit, address, allow_remote);
            connected.map_err(|error| CommandError(format!("cannot connect {name} ({address}): {error}")))
        })?;
        host.remark(&format!("[{unit} is at {place}]"));
        self.console.attachments.insert(unit, Attachment::line(&place));
        Ok(())
    }

    /// Returns `true` if a teletype line has a far end, or a panel or the memory link is connected.
    pub(super) fn has_lines(&self) -> bool {
        self.console.attachments.values().any(Attachment::is_line)
    }

    /// Passes the keys typed at the far ends of the lines to the machine.
    pub(super) fn take_typed(&mut self, host: &mut dyn Host) {
        let lines = self.console.attachments.iter().filter(|(_, attachment)| attachment.is_line());
        let names: Vec<String> = lines.map(|(name, _)| name.clone()).collect();
        for name in names {
            let Ok((device, line)) = self.device_and_unit(&name) else { continue };
            let waiting = self.target.machine.io.by_name(&device).map_or(0, |device| device.keys_left(line));
            let typed = host.files().typed(&name, MAX_KEYS_AHEAD.saturating_sub(waiting));
            typed.remarks.iter().for_each(|remark| host.remark(&format!("[{name}: {remark}]")));
            if !typed.keys.is_empty() {
                let action = Action::Type { line, characters: typed.keys };
                // This cannot fail: the device and its line exist.
                let _ = self.input(Input::Act { device, action });
            }
        }
    }
}
