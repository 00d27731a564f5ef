//! Replays the game in a link outside a browser: `replay LINK [PICTURE.png]`.
//!
//! Prints the time, instruction count and checksum at the end of the game as a line of JSON, then the paper.

use std::process::ExitCode;

use web::{Game, WebMachine};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (link, picture) = match &arguments[..] {
        [link] => (link, None),
        [link, picture] => (link, Some(picture)),
        _ => {
            eprintln!("usage: replay LINK [PICTURE.png]");
            return ExitCode::from(2);
        }
    };
    match replay(link, picture) {
        Ok(told) => {
            println!("{told}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("replay: {error}");
            ExitCode::FAILURE
        }
    }
}

fn replay(link: &str, picture: Option<&String>) -> Result<String, String> {
    let text = link.rsplit_once("#game=").map_or(link, |(_, text)| text);
    let mut room: WebMachine = Game::from_text(text)?.replay()?;
    if let Some(file) = picture {
        std::fs::write(file, room.scope_png(768)).map_err(|error| format!("write \"{file}\": {error}"))?;
    }
    let end = room.end();
    let (time, instructions) = (end.time.get(), end.instructions);
    let end = serde_json::json!({
        "time": time.to_string(), "instructions": instructions.to_string(), "digest": format!("{:08x}", end.digest),
    });
    Ok(format!("{end}\n{}", room.paper_text()))
}
