/**
 * Returns a function that creates a value for each argument once, such as one cache for each store. The value lives as long as
 * the argument.
 *
 * @param keyOf the object that stays the same, if it is not the argument itself
 */
export function onePer<Argument extends object, Value>(
  create: (argument: Argument) => Value,
  keyOf: (argument: Argument) => object = (argument) => argument,
): (argument: Argument) => Value {
  const known = new WeakMap<object, { readonly value: Value }>();
  return (argument) => {
    const key = keyOf(argument);
    const found = known.get(key) ?? { value: create(argument) };
    known.set(key, found);
    return found.value;
  };
}
