import * as v from 'valibot';

/** A message between tabs: uploads were begun, finished, taken over or discarded. Their records are stored. */
export const UploadMessage = v.object({ kind: v.literal('uploadsStored') });

/** Makes the other tabs read the resume store again. */
export const UPLOADS_STORED: v.InferOutput<typeof UploadMessage> = { kind: 'uploadsStored' };
