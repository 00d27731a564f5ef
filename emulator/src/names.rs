//! Enumerations whose values people call by names.

/// Gives the values of an enumeration their names: `ALL`, `name` and `by_name`.
macro_rules! names {
    ($type:ident { $($value:ident $name:literal),* $(,)? }) => {
        impl $type {
            /// All of them.
            pub const ALL: [$type; [$($name),*].len()] = [$($type::$value),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)*
                }
            }

            /// The one that is called so.
            pub fn by_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
}
pub(crate) use names;
