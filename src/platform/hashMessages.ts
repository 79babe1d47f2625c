import * as v from 'valibot';

/** Sent to a hash worker: a blob to hash. */
export const HashRequest = v.object({ blob: v.instance(Blob) });

/** Sent by a hash worker while it makes progress. */
export const HashProgress = v.object({ kind: v.literal('progress') });

/** Sent by a hash worker when it is done. */
export const HashResponse = v.variant('kind', [
  v.object({ kind: v.literal('hashed'), md5: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)), bytes: v.number() }),
  v.object({ kind: v.literal('unreadable') }),
  v.object({ kind: v.literal('aborted') }),
]);
