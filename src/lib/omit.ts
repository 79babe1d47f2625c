/** The keys of every member of a union. */
type KeyOf<Whole> = Whole extends unknown ? keyof Whole : never;

/** Returns a copy of an object without some properties. */
export function omit<Whole extends object, Key extends KeyOf<Whole>>(whole: Whole, ...keys: Key[]): Omit<Whole, Key> {
  const copy = { ...whole };
  for (const key of keys) Reflect.deleteProperty(copy, key);
  return copy;
}
