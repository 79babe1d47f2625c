import * as v from 'valibot';

/* Schemas of members of stored records and of messages between tabs. */

export const Text = v.pipe(v.string(), v.nonEmpty());
export const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const Md5 = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
