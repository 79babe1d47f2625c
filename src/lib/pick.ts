/** Returns a copy of an object with some of its properties, as far as it has them. */
export function pick<Whole extends object, Key extends keyof Whole>(whole: Whole, ...keys: Key[]): Pick<Whole, Key> {
  const copy: Partial<Pick<Whole, Key>> = {};
  for (const key of keys) if (whole[key] !== undefined) copy[key] = whole[key];
  return copy as Pick<Whole, Key>;
}
