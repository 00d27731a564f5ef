//! Lines with non-ASCII characters: every command executes such a line or returns an error, without a panic.

use super::host::{Files, Host, Keys};
use super::{COMMANDS, Session};
use crate::io::DeviceOutput;
use crate::machine::Machine;
use crate::symbols::Symbols;
use crate::time::Nanos;
use std::io;

struct NoFiles;

impl Host for NoFiles {
    fn print(&mut self, _: &str) {}
    fn teletype(&mut self, _: &[DeviceOutput]) {}
    fn keys(&mut self) -> Keys {
        Keys { ended: true, ..Keys::default() }
    }
    fn files(&mut self) -> &mut dyn Files {
        self
    }
}

impl Files for NoFiles {
    fn read(&mut self, _: &str) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
    fn replace(&mut self, _: &str, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
    fn add(&mut self, _: &str, _: &str, _: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
    fn end(&mut self, _: &str, _: &str) -> io::Result<()> {
        Ok(())
    }
    fn put(&mut self, _: &str, _: &str, _: usize, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
}

/// Characters of two, three and four bytes, a combining accent, non-ASCII blanks.
const CHARACTERS: [&str; 7] = ["ö", "–", "日", "😀", "e\u{301}", "\u{a0}", "\u{2009}"];

/// Arguments of commands. A character replaces the @.
const ARGUMENTS: [&str; 26] = [
    "",
    "@",
    "@ 1",
    "1 @",
    "1@",
    "@1@",
    "\"@",
    "\"@\"",
    "\"@\" @",
    "-@",
    "-r@",
    "100/@",
    "@/1",
    "100-@",
    "100:@",
    "[@]",
    "(@,1",
    "@=1",
    "1 @=@",
    "ptr@ @",
    "ptr@=x",
    "1 hold@1s",
    "GO if@1",
    "GO do @; @",
    "GO+@",
    "x.mid:@",
];

#[test]
fn any_character_can_be_anywhere_in_a_line() {
    let symbols = "pdp6-symbols 1\nfile 1 x.mid\nsymbol GO 100 label\nline 100 1 1\n";
    let names = |command: &&'static super::Command| {
        command.aliases.iter().map(|(alias, _)| alias).chain([&command.name])
    };
    let verbs = COMMANDS.iter().flat_map(names);
    let others = ["p", "x/8i", "x/@i", "b", "@", "!"];
    let verbs: Vec<&str> = verbs.copied().chain(others).collect();
    for character in CHARACTERS {
        let mut session = Session::new(Machine::default(), Symbols::parse(symbols).unwrap());
        session.limit = Some(Nanos(1_000_000));
        session.keep_past(10);
        for verb in &verbs {
            for arguments in ARGUMENTS {
                let lines = [format!("{verb} {arguments}"), format!("{verb}@{arguments}")];
                for line in lines.map(|line| line.replace('@', character)) {
                    // The result does not matter, as long as the command does not panic.
                    let _ = session.execute(&line, &mut NoFiles);
                }
            }
        }
        for key in character.chars().chain("/\r$ö:\t".chars()) {
            session.ddt(key, &mut NoFiles);
        }
    }
}
