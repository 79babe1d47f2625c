import * as v from 'valibot';
import { Md5 } from '@data-manager/domain/storedValues';

const Range = v.object({ start: v.number(), end: v.number() });

/** Sent to a hash worker: a blob to hash, and the samples of it. */
export const HashRequest = v.object({ blob: v.instance(Blob), samples: v.optional(v.array(v.array(Range)), []) });

/** Sent by a hash worker while it makes progress. */
export const HashProgress = v.object({ kind: v.literal('progress') });

/** Sent by a hash worker when it is done. */
export const HashResponse = v.variant('kind', [
  v.object({
    kind: v.literal('hashed'),
    md5: Md5,
    bytes: v.number(),
    samples: v.exactOptional(v.array(Md5)),
  }),
  v.object({ kind: v.literal('unreadable') }),
]);
