/**
 * Returns a function that creates a value for each key once, such as one cache for each store. The value lives as long as
 * its key.
 */
export function onePer<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: create(key) };
    known.set(key, found);
    return found.value;
  };
}
