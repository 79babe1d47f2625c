import * as v from 'valibot';

/* Schemas of members of stored records and of messages between tabs. */

export const Text = v.pipe(v.string(), v.nonEmpty());
export const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** Milliseconds since 1970. */
export const Time = v.pipe(v.number(), v.finite());
/** Milliseconds since 1970 that a `Date` can have. */
export const DateTime = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15));
export const Md5 = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

/** Returns the names of the members of an object. */
export function keysOf<Entries extends v.ObjectEntries>({ entries }: { readonly entries: Entries }) {
  return Object.keys(entries) as (keyof Entries)[];
}

export function listOf<Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(item), v.readonly());
}
