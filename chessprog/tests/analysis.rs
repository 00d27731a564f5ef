//! Tests the output of `machack analyse` in its formats. Some numbers are compared with the specification.

use serde_json::Value;

use super::cli::run;

/// Position E of the specification.
const E: &str = "r1bqk2r/5p1p/p1np1npb/4p3/Pp2P3/2NQ1NB1/1PP2PPP/1K1R1B1R w kq - 0 12";

fn succeeds(arguments: &[&str], input: &str) -> String {
    let (status, out, error) = run(arguments, input);
    assert_eq!((status, error.as_str()), (0, ""), "{arguments:?}");
    out
}

fn json(arguments: &[&str], input: &str) -> Vec<Value> {
    let out = succeeds(&[&["analyse", "--format", "json"], arguments].concat(), input);
    serde_json::from_str(&out).expect("JSON")
}

/// Specification 15.1 and 15.2, position E: key, terms and list; the search of ORIG at SETD 1.
#[test]
fn json_has_the_numbers_of_the_specification() {
    let mut both = Vec::new();
    for engine in ["native", "emulated"] {
        let arguments = ["--engine", engine, "--orig", "--depth", "1", "--tree", "--fen", E];
        let mut report = json(&arguments, "").remove(0);
        assert_eq!(report["key"], "505413266557");
        let evaluation = &report["evaluation"];
        assert_eq!(
            (&evaluation["material"], &evaluation["pawns"], &evaluation["value"]),
            (&0.into(), &32.into(), &32.into())
        );
        let plausible = report["plausible"].as_array().expect("a list");
        assert_eq!(plausible.len(), 34);
        let told = |entry: &Value| {
            (entry["move"]["coordinates"].as_str().map(str::to_owned), entry["plausibility"].as_i64())
        };
        let expected = [("c3d5", 908), ("c3e2", 864), ("c3a2", 844), ("d3d6", 646)];
        assert_eq!(
            plausible.iter().take(4).map(told).collect::<Vec<_>>(),
            expected.map(|(mv, points)| (Some(mv.to_owned()), Some(points)))
        );
        assert_eq!(plausible[3]["poor"], true);
        for entry in plausible {
            let parts = entry["parts"].as_array().expect("parts");
            let sum: i64 = parts.iter().filter_map(|part| part["points"].as_i64()).sum();
            assert_eq!(Some(sum), entry["plausibility"].as_i64(), "{entry}");
            assert!(
                parts.iter().all(|part| (1..=45).contains(&part["heuristic"].as_i64().unwrap_or(0))),
                "{entry}"
            );
        }
        let search = &report["search"];
        assert_eq!((&search["best"]["coordinates"], &search["value"]), (&"d3d6".into(), &151.into()));
        let counters = &search["counters"];
        let counted = ["PMG", "EVAL", "FEED", "NODES"].map(|name| counters[name].as_i64());
        assert_eq!(counted, [13, 129, 12, 130].map(Some));
        assert_eq!(report["tree"]["nodes"], 130);
        assert_eq!(
            search["cost"]["seconds"].is_number(),
            engine == "emulated",
            "only the machine has a time"
        );
        report["engine"] = Value::Null;
        report["search"]["cost"] = Value::Null;
        both.push(report);
    }
    assert_eq!(both[0], both[1]);
}

#[test]
fn a_picture_is_the_same_page_as_svg_and_as_png() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let draw = |name: &str, more: &[&str]| {
        let output = file(name);
        succeeds(&[&["analyse", "--depth", "1", "--fen", E, "--output", &output], more].concat(), "");
        std::fs::read(output).expect("written")
    };
    for (kind, expected) in [("board", "1. Nd5"), ("tree", "root")] {
        let more = ["--picture", kind];
        let svg = String::from_utf8(draw("page.svg", &more)).expect("text");
        let document = roxmltree::Document::parse(&svg).expect("XML");
        let words: Vec<_> = document
            .descendants()
            .filter(|node| node.has_tag_name("text"))
            .filter_map(|node| node.text())
            .collect();
        assert!(words.contains(&expected), "{words:?}");
        let size = |name| {
            document.root_element().attribute(name).and_then(|size| size.parse::<f32>().ok()).expect("a size")
        };
        let png = draw("page.png", &more);
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("PNG");
        let (width, height) = (reader.info().width, reader.info().height);
        assert_eq!(
            (width, height),
            ((2.0 * size("width")).ceil() as u32, (2.0 * size("height")).ceil() as u32)
        );
        let mut pixels = vec![0; reader.output_buffer_size().expect("not too large")];
        reader.next_frame(&mut pixels).expect("pixels");
        assert!(pixels.iter().any(|&part| part < 100) && pixels.starts_with(&[255; 4]), "ink on white paper");
    }
    // The board has 64 squares, and the moves are drawn above them as arrows.
    let svg = String::from_utf8(draw("page.svg", &["--arrows", "5"])).expect("text");
    for (colour, squares) in [("#f3ead8", 32), ("#c9ad86", 32)] {
        assert_eq!(svg.matches(&format!("fill=\"{colour}\"")).count(), squares);
    }
    let arrows = svg.matches("fill=\"#1b5fb5\" fill-opacity").count()
        + svg.matches("fill=\"#1f8a4c\" fill-opacity").count();
    assert!((5..=6).contains(&arrows), "five plausible moves, and the one chosen: {arrows}");
}

#[test]
fn the_graph_has_the_nodes_of_the_tree() {
    let limits = ["--depth", "2", "--tree", "--tree-nodes", "40", "--fen", E];
    let tree = &json(&limits, "")[0]["tree"];
    let dot = succeeds(&[&["analyse", "--format", "dot"], &limits[..]].concat(), "");
    assert!(dot.starts_with("digraph \"") && dot.ends_with("}\n"));
    let shown = tree["shown"].as_u64().expect("a number");
    assert!(shown <= 40 && shown < tree["nodes"].as_u64().expect("a number"));
    let nodes: Vec<&str> = dot
        .lines()
        .filter(|line| line.contains("[label="))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(nodes.len() as u64, shown);
    let edges: Vec<Vec<&str>> = dot
        .lines()
        .filter_map(|line| line.strip_suffix(';')?.split_once(" -> ").map(|(from, to)| vec![from.trim(), to]))
        .collect();
    assert_eq!(edges.len() as u64, shown - 1, "a tree");
    assert!(edges.iter().flatten().all(|end| nodes.contains(end)));
    let text = succeeds(&[&["analyse"], &limits[..]].concat(), "");
    assert!(text.contains(&format!("the tree: {shown} of {} nodes\nroot  ", tree["nodes"])), "{text}");
}

/// The requirement of the specification (16): with ORIG N the program finds 17 of the 21 moves of game 3.
#[test]
fn a_game_has_a_line_or_an_object_per_move() {
    let arguments = ["--pgn", "machack-landey", "--side", "white", "--orig"];
    let text = succeeds(&[&["analyse"], &arguments[..]].concat(), "");
    let moves: Vec<&str> = text.lines().skip(2).filter(|line| !line.is_empty()).collect();
    assert_eq!(moves.len(), 21);
    assert_eq!(moves.iter().filter(|line| line.contains(" =  ")).count(), 17, "{text}");
    let reports = json(&arguments, "");
    let same = |report: &&Value| report["played"]["move"] == report["search"]["best"];
    assert_eq!((reports.len(), reports.iter().filter(same).count()), (21, 17));
    let svg = succeeds(&[&["analyse", "--format", "svg"], &arguments[..]].concat(), "");
    let document = roxmltree::Document::parse(&svg).expect("XML");
    // A circle for each move's value, filled if the move is found, and one for the legend.
    let circles = |fill: &str| {
        let is_circle = |node: &roxmltree::Node<'_, '_>| {
            node.attribute("d").is_some_and(|way| way.matches('C').count() == 4)
                && node.attribute("fill") == Some(fill)
        };
        document.descendants().filter(is_circle).count()
    };
    assert_eq!((circles("#1b5fb5"), circles("#ffffff")), (17 + 1, 4));
}

#[test]
fn each_position_of_a_list_has_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("board.png").to_str().expect("a name").to_owned();
    let list = format!("startpos\n{E}\n8/8/8/8/8/8/8/K1k5 w - - 0 1\n");
    succeeds(&["analyse", "--fen", "-", "--depth", "1", "--output", &output], &list);
    for number in 1..=3 {
        assert!(folder.path().join(format!("board-{number}.png")).exists(), "{number}");
    }
    let (status, _, error) = run(&["analyse", "--fen", "-", "--depth", "1", "--format", "svg"], &list);
    assert!(
        status == 2 && error.contains("there are 3 pictures; name their files with --output FILE"),
        "{error}"
    );
    assert_eq!(json(&["--fen", "-", "--no-search"], &list).len(), 3);
}

/// After control-C, the reports made until then are written and well-formed.
#[cfg(unix)]
#[test]
fn control_c_keeps_what_was_done() {
    let arguments = [
        "analyse",
        "--pgn",
        "machack-unrated",
        "--engine",
        "emulated",
        "--tournament",
        "--depth",
        // A search to this depth takes longer than the time until control-C.
        "8",
        "--format",
        "json",
    ];
    let output = crate::cli::interrupted(&arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{error}");
    let reports: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(reports.len() < 100, "the command stops before the end of the game");
    assert!(error.contains(&format!("stopped after {} of 100 positions", reports.len())), "{error}");
}
