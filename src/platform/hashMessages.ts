import * as v from 'valibot';

/** What a hash worker is given. */
export const HashOrder = v.object({ blob: v.instance(Blob) });

/** What it says meanwhile: it goes on. */
export const HashProgress = v.object({ kind: v.literal('progress') });

/** What it answers. */
export const HashAnswer = v.variant('kind', [
  v.object({ kind: v.literal('hashed'), md5: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)), bytes: v.number() }),
  v.object({ kind: v.literal('unreadable') }),
  v.object({ kind: v.literal('aborted') }),
]);
