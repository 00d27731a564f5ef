//! Enumerations whose values have names for users.

/// Implements `ALL`, `name` and `by_name` for an enumeration.
macro_rules! names {
    ($type:ident { $($value:ident $name:literal),* $(,)? }) => {
        impl $type {
            /// All values.
            pub const ALL: [$type; [$($name),*].len()] = [$($type::$value),*];

            /// Returns the name of the value.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)*
                }
            }

            /// Returns the value with this name, if there is one.
            pub fn by_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
}
pub(crate) use names;
