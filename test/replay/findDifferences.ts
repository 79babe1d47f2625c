/** A place at which two values differ; undefined stands for "not there". */
export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Where two values of JSON differ: the order of members and members that are undefined say nothing. */
export function findDifferences(expected: unknown, actual: unknown): readonly Difference[] {
  return compare(expected, actual, '');
}

function compare(expected: unknown, actual: unknown, path: string): readonly Difference[] {
  if (Object.is(expected, actual)) return [];
  if (!isObject(expected) || !isObject(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    return [{ path, expected, actual }];
  }
  const left = new Map<string, unknown>(Object.entries(expected));
  const right = new Map<string, unknown>(Object.entries(actual));
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) =>
    compare(left.get(name), right.get(name), path === '' ? name : `${path}.${name}`),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A difference as two lines, the way `diff` writes them. */
export function tellDifference({ path, expected, actual }: Difference): readonly string[] {
  const tell = (value: unknown): string => (value === undefined ? '(nothing)' : JSON.stringify(value));
  const place = path === '' ? '' : `${path}: `;
  return [`- ${place}${tell(expected)}`, `+ ${place}${tell(actual)}`];
}
