//! Bodies of macros that are called often, recognised once.
//!
//! Most macros consist of words, conditionals and loops such as `plain` recognises. Such a body is taken apart once
//! (`make`): what is left of a statement is its numbers, added up, and its names and dummies, each with its field. A
//! call then works out all its words before anything is changed (`run`); nothing is put in front of the input. What
//! holds anything else, or finds anything unusual while it is worked out, is read as a text.

mod make;
mod run;
