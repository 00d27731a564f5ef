//! Operator's panels on the host, with two carriers: the file of the panel programs of other emulators, and a
//! socket with lines of JSON. `docs/internals/panel.md` describes both.

mod file;
mod socket;

use std::io;

use crate::debug::LineAddress;
use crate::debug::panel_switches::{PanelInput, PanelSwitches};
use crate::machine::Machine;
use file::PanelFile;
use socket::PanelSocket;

pub(super) enum ConnectedPanel {
    File(PanelFile),
    Socket(Box<PanelSocket>),
}

impl ConnectedPanel {
    /// Connects a panel. Also returns its address and its switches.
    pub(super) fn open(
        place: &str,
        machine: &Machine,
        allow_remote: bool,
    ) -> io::Result<(ConnectedPanel, String, PanelSwitches)> {
        let Some(address) = LineAddress::parse(place) else {
            let (file, switches) = PanelFile::open(place, machine)?;
            return Ok((ConnectedPanel::File(file), place.to_owned(), switches));
        };
        let (socket, name) = PanelSocket::open(&address, machine, allow_remote)?;
        Ok((ConnectedPanel::Socket(Box::new(socket)), name, PanelSwitches::of(machine)))
    }

    /// Shows the lights, and returns the changes of the switches and keys since the last call.
    pub(super) fn exchange(&mut self, machine: &Machine) -> PanelInput {
        match self {
            ConnectedPanel::File(file) => file.exchange(machine),
            ConnectedPanel::Socket(socket) => socket.exchange(machine),
        }
    }
}
