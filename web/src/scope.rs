//! The tube of the 340 display, and its light pen.

use emulator::io::Action;
use emulator::machine::Input;
use emulator::picture::Spot;
use emulator::picture::bitmap::Bitmap;
use emulator::picture::raster::Window;

use crate::web_machine::WebMachine;

impl WebMachine {
    /// Returns the current picture of the tube: `size` by `size` pixels in rows from the top, each as red,
    /// green, blue and opacity. All pixels are black if the tube is dark.
    pub fn scope(&mut self, size: u32) -> Vec<u8> {
        let image = self.scope_image(size);
        let mut pixels = vec![255; image.rgb.len() / 3 * 4];
        for (pixel, colour) in pixels.chunks_exact_mut(4).zip(image.rgb.chunks_exact(3)) {
            pixel[..3].copy_from_slice(colour);
        }
        pixels
    }

    fn scope_image(&mut self, size: u32) -> Bitmap {
        let now = self.session.target.machine.time();
        self.glow.look(self.session.target.machine.picture(), now);
        let spots: Vec<Spot> = self.glow.spots().collect();
        Bitmap::of(&spots, Window::WHOLE, size, size)
    }

    /// Returns the current picture of the tube as a PNG file.
    pub fn scope_png(&mut self, size: u32) -> Vec<u8> {
        self.scope_image(size).png()
    }

    /// Returns the number of points that glowed in the last picture.
    pub fn lit(&self) -> usize {
        self.glow.lit()
    }

    /// Points the light pen at a point of the tube (X to the right, Y up, 0 to 1023); `None` removes it.
    ///
    /// # Errors
    ///
    /// Returns an error if the point is outside the tube.
    pub fn hold_pen(&mut self, at: Option<(u16, u16)>) -> Result<(), String> {
        self.input(Input::Act { device: "dis".to_owned(), action: Action::LightPen { at } })
    }
}
