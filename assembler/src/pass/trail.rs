//! The trail of a message: the expansions and inserted files between the main file and the text being read.

use super::Assembler;
use crate::diagnostic::{ShownSpan, Step};
use crate::input::{Frame, TextKind};

/// Numbers of steps shown of a long trail, at its inner and outer end.
const INNER_STEPS: usize = 5;
const OUTER_STEPS: usize = 3;

/// Maximum number of characters that a message keeps of a line in an expansion.
const LONGEST_SHOWN: usize = 200;

impl Assembler<'_> {
    /// Returns the expansions and inserted files being read, innermost first. If there are many, only the
    /// number of those in the middle is given.
    pub(super) fn trail(&self) -> Vec<Step> {
        let frames = self.input.frames();
        let is_step = |frame: &Frame| !matches!(frame.kind, TextKind::Argument);
        let count = frames.iter().skip(1).filter(|frame| is_step(frame)).count();
        let numbered = frames.iter().enumerate().skip(1).rev().filter(|(_, frame)| is_step(frame));
        let mut steps = Vec::new();
        for (number, (at, frame)) in numbered.enumerate() {
            if count <= INNER_STEPS + OUTER_STEPS + 1 || !(INNER_STEPS..count - OUTER_STEPS).contains(&number)
            {
                steps.extend(self.step(at, frame));
            } else if number == INNER_STEPS {
                let what = format!("{} more macros, loops or files", count - INNER_STEPS - OUTER_STEPS);
                steps.push(Step { what, begun: "", line: 0, text: String::new(), called: None });
            }
        }
        steps
    }

    fn step(&self, at: usize, frame: &Frame) -> Option<Step> {
        let (what, begun) = match &frame.kind {
            TextKind::Argument => return None,
            TextKind::File(id) => (format!("inserted file {}", self.sources.get(*id).name), "inserted at"),
            TextKind::Macro { name, .. } => (format!("macro {name}"), "called from"),
            TextKind::Repeat { count, .. } => (format!("REPEAT, repetition {}", count + 1), "loop at"),
            TextKind::Irp(irp) => (format!("IRP, repetition {}", irp.count + 1), "loop at"),
        };
        let (line, text) = match frame.kind {
            TextKind::File(_) => (0, String::new()),
            _ => self.input.frame_line(at),
        };
        let text = text.chars().take(LONGEST_SHOWN).collect();
        // Only a call in a file has a place in a file.
        let mut below = self.input.frames()[..at].iter().rev();
        let in_file = below.find(|f| !matches!(f.kind, TextKind::Argument));
        let in_file = in_file.is_some_and(|f| matches!(f.kind, TextKind::File(_)));
        let called = frame.call.filter(|_| in_file).map(|span| ShownSpan::new(&self.sources, span));
        Some(Step { what, begun, line, text, called })
    }
}
