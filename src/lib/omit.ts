/** Returns a copy of an object without one property. */
export function omit<Whole extends object, Key extends keyof Whole>(whole: Whole, key: Key): Omit<Whole, Key> {
  const copy = { ...whole };
  Reflect.deleteProperty(copy, key);
  return copy;
}
