/** Longer lists, and objects with more members, are summarised. */
const LONGEST = 8;
/** First and last members that a summary shows, each. */
const SHOWN = 2;

/** Returns a copy of a value that has only the first and last members of long lists, and their number. */
export type Summarise = (value: unknown) => unknown;

/**
 * Creates a function that summarises, so that Redux DevTools serialises little for each action, however long the lists of
 * the state are. Parts of the state that have not changed have the same summary.
 */
export function createSummarise(): Summarise {
  const summaries = new WeakMap<object, unknown>();
  const summarise = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const known = summaries.get(value);
    if (known !== undefined) return known;
    const summary = Array.isArray(value) ? summariseList(value, summarise) : summariseObject(value, summarise);
    summaries.set(value, summary);
    return summary;
  };
  return summarise;
}

function summariseList(list: readonly unknown[], summarise: Summarise): unknown {
  if (list.length <= LONGEST) return list.map(summarise);
  return [
    ...list.slice(0, SHOWN).map(summarise),
    `… ${list.length - 2 * SHOWN} more of ${list.length} …`,
    ...list.slice(-SHOWN).map(summarise),
  ];
}

function summariseObject(object: object, summarise: Summarise): unknown {
  // Others, such as functions in actions of redux-persist, are left to the filter of secrets.
  if (Object.getPrototypeOf(object) !== Object.prototype) return object;
  const members = Object.entries(object);
  const summariseAll = (some: typeof members) =>
    some.map(([name, member]: [string, unknown]) => [name, summarise(member)] as const);
  if (members.length <= 2 * LONGEST) return Object.fromEntries(summariseAll(members));
  return Object.fromEntries([
    ...summariseAll(members.slice(0, SHOWN)),
    ['…', `${members.length - 2 * SHOWN} more of ${members.length}`] as const,
    ...summariseAll(members.slice(-SHOWN)),
  ]);
}
