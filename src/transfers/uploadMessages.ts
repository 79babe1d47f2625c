import * as v from 'valibot';
import type { Ports } from '../platform/ports';

/** A message between tabs: uploads were begun, finished, taken over or discarded. Their records are stored. */
export const UploadMessage = v.object({ kind: v.literal('uploadsStored') });

/** Makes the other tabs read the resume store again. */
export function postUploadsStored({ tabs }: Pick<Ports, 'tabs'>): void {
  tabs.post({ kind: 'uploadsStored' } satisfies v.InferOutput<typeof UploadMessage>);
}
