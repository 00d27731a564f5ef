//! The verbs of the prompt for programs: JSON lines on standard input and output (`docs/internals/protocol.md`).
//!
//! A request is a line, and so is its answer; what the machine does meanwhile comes as events.
//! The verbs go through as they are typed, so that each that the prompt has, or will have, is there;
//! what a program would have to read out of their text it can ask for as values.

mod ask;
mod client;
mod request;

#[cfg(test)]
mod tests;

use crate::debug::Flow;
use crate::remote::{Incoming, Launched, Output, State, typing};
use crate::terminal::Disk;
use client::{Client, Event};
use request::{Request, What};
use serde_json::{Value, json};
use std::io::{BufRead, Write};

/// The version of the protocol. It changes when a client of the one before could fail; fields and events are added without.
pub const VERSION: u32 = 1;

/// Serves a client until it says `exit` or goes away; gives the exit status: the one that `exit` has named, otherwise 0.
///
/// # Errors
///
/// A file of the session cannot be written at its end, or output was lost.
pub fn serve<R>(launched: Launched, files: Disk, input: R, output: &mut dyn Write) -> anyhow::Result<u8>
where
    R: BufRead + Send + 'static,
{
    let Launched { mut session, paper } = launched;
    let mut client = Client::new(Incoming::of(request::all(input)), Output::new(output), files);
    client.tell(Event::Ready {
        protocol: "pdp6-debug",
        version: VERSION,
        program: env!("CARGO_PKG_VERSION"),
        state: State::of(&session),
    });
    client.tell_printed(0, &paper);
    let mut status = 0;
    while let Some(request) = client.next() {
        let (answer, flow) = match request {
            Ok(Request { id, what }) => answer(&mut session, id, what, &mut client),
            Err(mistake) => (mistake.answer(), Flow::Continue),
        };
        client.answer(answer);
        if let Flow::Exit(named) = flow {
            status = named.unwrap_or(0);
            break;
        }
    }
    session.finish(&mut client)?;
    client.check_output()?;
    Ok(status)
}

/// What comes back for a request, and whether it was the last.
fn answer(
    session: &mut crate::debug::Session,
    id: Value,
    what: What,
    client: &mut Client<'_>,
) -> (Value, Flow) {
    let mut flow = Flow::Continue;
    let done = match what {
        What::Line(line) => session.execute(&line, client).map(|next| {
            flow = next;
            json!({ "text": client.take_text(), "state": State::of(session) })
        }),
        What::Type(text) => session.input(typing(&text)).map(|()| json!({})),
        // It has come too late, or nothing runs.
        What::Interrupt => Ok(json!({})),
        What::Ask(question) => ask::answer(session, &question, client),
    };
    let answer = match done {
        Ok(fields) => request::answered(&id, fields),
        Err(error) => {
            let text = client.take_text();
            let mut answer = request::refused(&id, &error.0);
            if !text.is_empty() {
                answer["text"] = text.into();
            }
            answer
        }
    };
    (answer, flow)
}
