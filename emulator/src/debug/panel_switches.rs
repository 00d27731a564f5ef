//! An external operator's panel, whose switches and keys become inputs of the machine.
//!
//! A panel reports the positions of all its switches. The changes since its last report become inputs, so
//! they are in journals and recordings. The lights are in [`panel`](super::panel).

use super::attachment::Attachment;
use super::error::CommandError;
use super::host::Host;
use super::session::Session;
use crate::address::Address;
use crate::machine::{Input, Key, Machine, Switch};
use crate::word::Word;

pub(crate) const PANEL: &str = "panel";

/// The positions of the switches and keys of a panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PanelSwitches {
    /// The 36 DATA switches.
    pub data: Word,
    /// The 18 MA switches.
    pub address: Address,
    /// The other switches that are on and the keys that are down: bits of [`CONTROLS`].
    pub down: u32,
}

/// The report of a panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PanelInput {
    /// The panel's switches. `None` if they are unchanged.
    pub switches: Option<PanelSwitches>,
    /// Messages for the user at the machine.
    pub remarks: Vec<String>,
}

/// A key or switch of the panel.
pub struct PanelControl {
    /// The control's bit in [`PanelSwitches::down`], and also in a panel file.
    pub bit: u32,
    /// The label on the console.
    pub label: &'static str,
    effect: ControlEffect,
}

enum ControlEffect {
    /// A key acts when it is pressed; the MA switches are its argument.
    Key(fn(Address) -> Key),
    Switch(Switch),
}

const fn key(bit: u32, label: &'static str, key: fn(Address) -> Key) -> PanelControl {
    PanelControl { bit, label, effect: ControlEffect::Key(key) }
}

const fn switch(bit: u32, label: &'static str, switch: Switch) -> PanelControl {
    PanelControl { bit, label, effect: ControlEffect::Switch(switch) }
}

/// The keys and switches other than DATA and MA.
pub static CONTROLS: [PanelControl; 15] = [
    key(0o1, "START", Key::Start),
    key(0o2, "READ IN", Key::ReadIn),
    key(0o4, "INST CONT", |_| Key::Continue),
    key(0o10, "MEM CONT", |_| Key::MemoryContinue),
    switch(0o20, "INST STOP", Switch::InstStop),
    switch(0o40, "MEM STOP", Switch::MemStop),
    key(0o100, "I/O RESET", |_| Key::Reset),
    key(0o200, "EXECUTE", |_| Key::Execute),
    key(0o400, "DEPOSIT", Key::Deposit),
    key(0o1000, "DEPOSIT NEXT", |_| Key::DepositNext),
    key(0o2000, "EXAMINE", Key::Examine),
    key(0o4000, "EXAMINE NEXT", |_| Key::ExamineNext),
    switch(0o40000, "ADDRESS STOP", Switch::AddressStop),
    switch(0o100000, "MEM DISABLE", Switch::MemDisable),
    switch(0o200000, "REPEAT", Switch::Repeat),
];

impl PanelSwitches {
    /// Returns the positions of the machine's own switches. No key is down.
    pub fn of(machine: &Machine) -> PanelSwitches {
        let is_on = |control: &&PanelControl| match control.effect {
            ControlEffect::Switch(switch) => machine.switch(switch),
            _ => false,
        };
        let down = CONTROLS.iter().filter(is_on).map(|control| control.bit).sum();
        PanelSwitches { data: machine.cpu.switches.data, address: machine.cpu.switches.address, down }
    }

    fn pressed(self) -> u32 {
        let is_key = |control: &&PanelControl| matches!(control.effect, ControlEffect::Key(_));
        self.down & CONTROLS.iter().filter(is_key).map(|control| control.bit).sum::<u32>()
    }

    /// Returns the switches with all keys up.
    pub fn released(self) -> PanelSwitches {
        PanelSwitches { down: self.down & !self.pressed(), ..self }
    }
}

impl Session {
    /// Connects a panel, in place of an earlier one. Its switches take effect at once, except keys that are
    /// already down.
    pub(super) fn connect_panel(&mut self, place: &str, host: &mut dyn Host) -> Result<(), CommandError> {
        self.check_not_attached(PANEL, place)?;
        let machine = &self.target.machine;
        let connected = host.files().connect_panel(place, machine, self.allow_remote);
        let (name, switches) =
            connected.map_err(|error| CommandError(format!("panel \"{place}\": {error}")))?;
        self.panel = PanelSwitches::of(machine);
        self.panel.down |= switches.pressed();
        self.move_panel(switches);
        host.remark(&format!("[the panel is at {name}]"));
        self.console.attachments.insert(PANEL.to_owned(), Attachment::line(&name));
        Ok(())
    }

    pub(super) fn attend_panel(&mut self, host: &mut dyn Host) {
        if !self.console.attachments.contains_key(PANEL) {
            return;
        }
        let input = host.files().exchange_panel(&self.target.machine);
        input.remarks.iter().for_each(|remark| host.remark(&format!("[panel: {remark}]")));
        if let Some(switches) = input.switches {
            self.move_panel(switches);
        }
    }

    /// Turns the changes at the panel into inputs. An input that is not possible now has no effect, as on the
    /// real machine.
    fn move_panel(&mut self, switches: PanelSwitches) {
        let old = std::mem::replace(&mut self.panel, switches);
        if switches.data != old.data {
            let _ = self.input(Input::DataSwitches(switches.data));
        }
        if switches.address != old.address {
            let _ = self.input(Input::AddressSwitches(switches.address));
        }
        for control in CONTROLS.iter().filter(|control| (old.down ^ switches.down) & control.bit != 0) {
            let is_down = switches.down & control.bit != 0;
            let input = match control.effect {
                ControlEffect::Switch(switch) => Input::Switch { switch, on: is_down },
                ControlEffect::Key(_) if !is_down => Input::Release,
                // Processor reference, section 9.3: EXECUTE acts only with RUN off.
                ControlEffect::Key(_) if control.label == "EXECUTE" && self.target.machine.is_running() => {
                    continue;
                }
                ControlEffect::Key(key) => Input::Hold(key(self.target.machine.cpu.switches.address)),
            };
            let _ = self.input(input);
        }
    }
}
