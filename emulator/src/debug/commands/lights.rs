//! `lights`: shows the operator's console.

use super::{Command, Flow};
use crate::debug::panel;

pub(crate) static COMMAND: Command = Command {
    name: "lights",
    shortest: 3,
    aliases: &[],
    usage: "",
    summary: "show the lights and switches of the operator's console",
    help: "\
`*` is a light that is on, `.` one that is off; `^` and `_` are switches up and
down. They are in groups of three, the digits of octal numbers. `show console`
shows them as numbers.

    pdp6> lights",
    run: |session, _, host| {
        host.print(&panel::text(&session.target.machine));
        Ok(Flow::Continue)
    },
};
