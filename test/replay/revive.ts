/** What stood in an answer before it was kept as JSON, as far as sagas look at it. */
export function revive(kept: unknown): unknown {
  if (Array.isArray(kept)) return kept.map(revive);
  if (typeof kept !== 'object' || kept === null) return kept;
  const { $: kind, ...members }: { readonly $?: unknown } = kept;
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
      return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, revive(value)]));
  }
}

function reviveMap(kept: { readonly entries?: unknown }): ReadonlyMap<unknown, unknown> {
  const entries: readonly unknown[] = Array.isArray(kept.entries) ? kept.entries : [];
  return new Map(entries.flatMap((entry) => (Array.isArray(entry) ? [[entry[0], revive(entry[1])] as const] : [])));
}

/** A file of that size and time without its bytes. */
function reviveFile(kept: { readonly name?: unknown; readonly size?: unknown; readonly lastModified?: unknown }): File {
  const file = new File([], String(kept.name), { lastModified: Number(kept.lastModified) });
  return Object.defineProperties(file, {
    size: { value: Number(kept.size) },
    slice: { value: () => new Blob([]) },
  });
}
