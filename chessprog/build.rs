//! Lists the files of the chess program's MIDAS text, so that they are built into the commands. Writes the
//! outlines of the typeface for pictures as Rust, so that the commands contain no reader of typefaces.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets this variable"));
    fs::write(out.join("midas_sources.rs"), midas_sources()?)?;
    #[cfg(feature = "cli")]
    fs::write(out.join("typeface.rs"), typeface::outlines())?;
    Ok(())
}

fn midas_sources() -> io::Result<String> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets this variable"));
    let midas = manifest.join("midas");
    println!("cargo::rerun-if-changed=midas");
    let mut files = Vec::new();
    if midas.is_dir() {
        collect(&midas, &mut files)?;
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file
            .strip_prefix(&midas)
            .expect("`collect` returns files in this folder")
            .to_string_lossy()
            .replace('\\', "/");
        list += &format!("    ({name:?}, include_str!({:?})),\n", file.to_string_lossy());
    }
    Ok(list + "]\n")
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "mid") {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(feature = "cli")]
mod typeface {
    use skrifa::instance::{LocationRef, Size};
    use skrifa::outline::{DrawSettings, OutlinePen};
    use skrifa::{FontRef, GlyphId, MetadataProvider as _};

    /// Returns the statics that `src/picture/typeface.rs` describes.
    pub(super) fn outlines() -> String {
        let face = FontRef::new(epaint_default_fonts::UBUNTU_LIGHT).expect("a typeface");
        let units = face.metrics(Size::unscaled(), LocationRef::default()).units_per_em;
        let mut letters: Vec<(char, GlyphId)> = face
            .charmap()
            .mappings()
            .filter_map(|(code, glyph)| Some((char::from_u32(code)?, glyph)))
            .collect();
        letters.sort_unstable();
        let letters: Vec<String> = letters
            .iter()
            .map(|&(letter, id)| format!("    ({letter:?}, {}),\n", glyph(&face, id)))
            .collect();
        format!(
            "const UNITS_PER_EM: f32 = {units:?}.0;\n\
             static MISSING: Glyph = {};\n\
             static GLYPHS: [(char, Glyph); {}] = [\n{}];\n",
            glyph(&face, GlyphId::NOTDEF),
            letters.len(),
            letters.concat()
        )
    }

    fn glyph(face: &FontRef<'_>, id: GlyphId) -> String {
        let (size, location) = (Size::unscaled(), LocationRef::default());
        let advance = face.glyph_metrics(size, location).advance_width(id).expect("a width");
        let mut pen = Pen(String::new());
        if let Some(outline) = face.outline_glyphs().get(id) {
            outline.draw(DrawSettings::unhinted(size, location), &mut pen).expect("an outline");
        }
        format!("Glyph {{ advance: {advance:?}, outline: &[{}] }}", pen.0)
    }

    /// Writes the steps of an outline. A point between two others may have half units.
    struct Pen(String);

    impl Pen {
        fn step(&mut self, name: &str, coordinates: &[f32]) {
            let halves: Vec<String> = coordinates.iter().map(|unit| (unit * 2.0).to_string()).collect();
            self.0 += &format!("{name}({}), ", halves.join(", "));
        }
    }

    impl OutlinePen for Pen {
        fn move_to(&mut self, x: f32, y: f32) {
            self.step("To", &[x, y]);
        }

        fn line_to(&mut self, x: f32, y: f32) {
            self.step("Line", &[x, y]);
        }

        fn quad_to(&mut self, a: f32, b: f32, x: f32, y: f32) {
            self.step("Curve", &[a, b, x, y]);
        }

        fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
            unreachable!("TrueType outlines have curves with one control point");
        }

        fn close(&mut self) {
            self.0 += "Close, ";
        }
    }
}
