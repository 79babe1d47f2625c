import * as v from 'valibot';
import { isRecord } from '../lib/isRecord';

/* Building blocks of a tolerant reader: unknown members are ignored, `null` counts as absent. */

/** An object; a member that is `null` counts as absent. */
export function answer<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.GenericSchema<unknown, v.InferOutput<v.ObjectSchema<Entries, undefined>>> {
  return v.pipe(v.unknown(), v.transform(withoutNulls), v.object(entries));
}

/** A list, bare or under its name. */
export function listAnswer<Item>(
  name: string,
  item: v.GenericSchema<unknown, Item>,
): v.GenericSchema<unknown, readonly Item[]> {
  return v.pipe(
    v.unknown(),
    v.transform((body) => (Array.isArray(body) ? { [name]: body } : body)),
    v.object({ [name]: v.array(item) }),
    v.transform((body) => body[name] ?? []),
  );
}

/** A text that must not be empty. */
export const text: v.GenericSchema<unknown, string> = v.pipe(v.string(), v.nonEmpty());

/** A count or a number of bytes. */
export const count: v.GenericSchema<unknown, number> = v.pipe(v.number(), v.finite(), v.minValue(0));

/** An answer in which nothing is needed. */
export const emptyAnswer: v.GenericSchema<unknown, null> = v.pipe(
  v.unknown(),
  v.transform(() => null),
);

function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}
