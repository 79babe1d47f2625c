import * as v from 'valibot';

const id = v.number();

/** Sent to a hash worker: a blob to hash, or the id of a hash that is not needed any more. */
export const HashRequest = v.variant('kind', [
  v.object({ kind: v.literal('hash'), id, blob: v.instance(Blob) }),
  v.object({ kind: v.literal('cancel'), id }),
]);

/** Sent by a hash worker while it makes progress, and when it is done. */
export const HashMessage = v.variant('kind', [
  v.object({ kind: v.literal('progress'), id }),
  v.object({
    kind: v.literal('done'),
    id,
    result: v.variant('kind', [
      v.object({ kind: v.literal('hashed'), md5: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)), bytes: v.number() }),
      v.object({ kind: v.literal('unreadable') }),
      v.object({ kind: v.literal('aborted') }),
    ]),
  }),
]);
