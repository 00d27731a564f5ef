use super::*;
use proptest::prelude::*;

fn w(bits: u64) -> Word {
    Word::new(bits)
}

#[test]
fn arithmetic_as_the_machine_does_it() {
    assert_eq!(multiply(w(0o200000_000000), w(3)), w(0o200000_000000));
    assert_eq!(multiply(w(0o400000_000000), w(2)), w(0o400000_000000));
    assert_eq!(divide(Word::from_i64(-8), w(3)), Word::from_i64(-2));
    assert_eq!(divide(w(5), w(0)), w(5));
    assert_eq!(shift(Word::ONES, Word::from_i64(-1)), w(0o377777_777777));
    assert_eq!(shift(w(1), w(0o401)), w(2));
    assert_eq!(shift(w(1), w(0o1_000001)), w(2));
    assert_eq!(shift(Word::ONES, w(0o400000)), w(0));
    assert_eq!(shift(Word::ONES, w(36)), w(0));
}

#[test]
fn substitution_puts_the_value_into_its_half() {
    let target = Target::Pool(1);
    let mut half = Value::reference(target);
    half.move_left();
    half.substitute(target, w(0o1_000005), Word::ZERO);
    assert_eq!(half, Value::from(w(0o5_000000)));
    let mut twice = Value::reference(target);
    assert_eq!(twice.combine(Operator::Multiply, w(2).into()), Err(Misuse::GlobalMultiple));
    twice.negate();
    twice.substitute(target, w(3), w(1));
    assert_eq!((twice.word, twice.relocation), (Word::from_i64(-6), Word::from_i64(-2)));
}

const FIRST: Target = Target::Pool(1);
const SECOND: Target = Target::Pool(2);

fn sum(parts: &[&Value]) -> Value {
    let mut sum = Value::default();
    parts.iter().for_each(|part| sum.add(part));
    sum
}

fn times(target: Target, factor: i64) -> Value {
    let mut value = Value::reference(target);
    let _ = value.combine(Operator::Multiply, Word::from_i64(factor).into());
    value
}

fn with_relocations(left: i64, right: i64) -> Value {
    Value::relocated(Word::ZERO, Word::from_i64((left << 18) + right))
}

proptest! {
    /// Exchanging the halves and substituting a name commute, unless one half carries into the other.
    #[test]
    fn swapping_halves_commutes_with_substitution(
        (known, name) in (0..0o400_000u32, 0..0o400_000u32),
        (known_left, name_left) in (0..0o400_000u32, 0..0o400_000u32),
        place in 0..3u8,
    ) {
        let name = Word::halves(name_left, name);
        let mut early = Value::reference(FIRST);
        match place {
            0 => {}
            1 => early.keep_right(),
            _ => early.move_left(),
        }
        early.word = Word::halves(known_left, known);
        let mut late = early.clone();
        early.swap_halves();
        early.substitute(FIRST, name, Word::ZERO);
        late.substitute(FIRST, name, Word::ZERO);
        late.swap_halves();
        prop_assert_eq!(early, late);
    }

    /// Each half has a separate relocation, which may be negative.
    #[test]
    fn halves_keep_their_relocations((left, right) in (-9..10i64, -9..10i64), other in -9..10i64) {
        let both = with_relocations(left, right);
        prop_assert_eq!(both.relocations(), (left, right));
        let mut swapped = both.clone();
        swapped.swap_halves();
        prop_assert_eq!(swapped.relocations(), (right, left));
        let mut taken = both.clone();
        taken.replace_right(&with_relocations(0, other));
        prop_assert_eq!(taken.relocations(), (left, other));
        let mut taken = both.clone();
        taken.replace_left(&with_relocations(other, 0));
        prop_assert_eq!(taken.relocations(), (other, right));
    }
}

#[test]
fn only_four_bits_of_a_name_go_into_the_accumulator() {
    let mut value = Value::reference(FIRST);
    value.map_references(|reference| reference.place = WordPart::Accumulator);
    value.substitute(FIRST, w(0o25), Word::ZERO);
    assert_eq!(value.word, w(0o000240_000000));
}

#[test]
fn references_to_each_name_are_counted() {
    let mut value = sum(&[&times(SECOND, 2), &times(FIRST, 1), &times(FIRST, 3)]);
    value.normalise();
    let counted: Vec<_> = value.references().iter().map(|r| (r.target, r.times)).collect();
    assert_eq!(counted, [(FIRST, 4), (SECOND, 2)]);
    value.sort_references(|r| r.times);
    assert_eq!(value.references()[0].target, SECOND);
}

#[test]
fn values_stay_tangled_after_operations() {
    let mut tangled = Value::reference(FIRST);
    assert_eq!(tangled.combine(Operator::And, w(7).into()), Err(Misuse::GlobalLogic));
    assert!(tangled.tangled);
    let plain = || Value::from(w(1));
    assert!(sum(&[&plain(), &tangled]).tangled && sum(&[&tangled, &plain()]).tangled);
    let (mut left, mut right) = (plain(), plain());
    left.replace_left(&tangled);
    right.replace_right(&tangled);
    assert!(left.tangled && right.tangled);
    assert_eq!(tangled.combine(Operator::Or, w(7).into()), Err(Misuse::GlobalLogic));
    assert!(tangled.tangled);
}

#[test]
fn each_misuse_has_its_own_error() {
    let (name, relocated) = (|| Value::reference(FIRST), || with_relocations(0, 1));
    let misuse = |mut a: Value, operator, b: Value| a.combine(operator, b);
    assert_eq!(misuse(name(), Operator::Multiply, name()), Err(Misuse::GlobalProduct));
    assert_eq!(misuse(relocated(), Operator::Multiply, relocated()), Err(Misuse::Relocation));
    assert_eq!(misuse(name(), Operator::Multiply, relocated()), Err(Misuse::GlobalTimesRelocated));
    assert_eq!(misuse(w(3).into(), Operator::And, relocated()), Err(Misuse::Relocation));
    assert_eq!(misuse(relocated(), Operator::And, w(3).into()), Err(Misuse::Relocation));
    let mut twice = w(2).into();
    assert_eq!(misuse(relocated(), Operator::Multiply, w(2).into()), Ok(()));
    assert_eq!(Value::combine(&mut twice, Operator::Multiply, relocated()), Ok(()));
    assert_eq!(twice.relocations(), (0, 2));
}

#[test]
fn references_cancel() {
    let mut a = Value::reference(Target::Pool(1));
    let b = a.clone();
    a.combine(Operator::Subtract, b).unwrap();
    a.normalise();
    assert!(a.is_plain());
}
