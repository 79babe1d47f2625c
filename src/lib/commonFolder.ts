/** Returns the longest common folder of keys, with its last slash. */
export function commonFolder(keys: readonly string[]): string {
  const [first = '', ...others] = keys;
  let common = first.slice(0, first.lastIndexOf('/') + 1);
  for (const key of others) {
    while (!key.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1);
  }
  return common;
}
