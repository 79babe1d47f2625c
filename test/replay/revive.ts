/** Restores a recorded result from its JSON form, as far as sagas use it. */
export function revive(recorded: unknown): unknown {
  if (Array.isArray(recorded)) return recorded.map(revive);
  if (typeof recorded !== 'object' || recorded === null) return recorded;
  const { $: kind, ...members }: { readonly $?: unknown } = recorded;
  switch (kind) {
    case 'undefined':
      return undefined;
    case 'function':
      return () => undefined;
    case 'object':
      return {};
    case 'map':
      return reviveMap(members);
    case 'file':
      return reviveFile(members);
    default:
      return Object.fromEntries(Object.entries(recorded).map(([name, value]) => [name, revive(value)]));
  }
}

function reviveMap(recorded: { readonly entries?: unknown }): ReadonlyMap<unknown, unknown> {
  const entries: readonly unknown[] = Array.isArray(recorded.entries) ? recorded.entries : [];
  return new Map(entries.flatMap((entry) => (Array.isArray(entry) ? [[entry[0], revive(entry[1])] as const] : [])));
}

/** Returns a file with the recorded size and time but without content. */
function reviveFile(recorded: {
  readonly name?: unknown;
  readonly size?: unknown;
  readonly lastModified?: unknown;
}): File {
  const file = new File([], String(recorded.name), { lastModified: Number(recorded.lastModified) });
  return Object.defineProperties(file, {
    size: { value: Number(recorded.size) },
    slice: { value: () => new Blob([]) },
  });
}
