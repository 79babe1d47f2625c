import {
  fileOpenElsewhere,
  isAbandoned,
  isOpenElsewhere,
  mayHaveEndedElsewhere,
} from '@data-manager/domain/uploads/openElsewhere';
import { sessionOf, type UploadFile } from '@data-manager/domain/uploads/upload';
import { call, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { fetchPartUrls } from '../../api/gateways';
import { listOpenUploads } from '../../api/openUploads';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
import type { Origins } from '../uploads/takeOver';
import { selectAllUploads } from '../uploads/uploadsSelectors';
import { discardFiles } from './discardInterrupted';
import type { InterruptedState } from './interruptedSlice';

/** What the server says about the uploads of the user. */
export interface ServerUploads {
  /** Uploads that other computers have begun. */
  readonly elsewhere: readonly UploadFile[];
  readonly reported: Pick<InterruptedState, 'received' | 'active' | 'failure'>;
  /** Recorded uploads that were completed, cancelled or only begun elsewhere: their records are deleted. */
  readonly ended: ReadonlySet<string>;
}

/**
 * Finds what other computers have begun, and deletes the records of what they have ended.
 *
 * @param recorded the files of the user with records of any page
 * @param origins the closed pages of the interrupted uploads
 * @param place whose uploads are reported even if they were active just now
 */
export function* compareWithServer(
  tab: string,
  recorded: readonly UploadFile[],
  origins: Origins,
  place: string | undefined,
): SagaOf<ServerUploads | undefined> {
  const { clock } = yield* getPorts();
  const owner = yield* select(selectSessionOwner);
  const listed = yield* call(listOpenUploads);
  if (owner === undefined) return undefined;
  if (!listed.ok) return { elsewhere: [], reported: { failure: listed.failure }, ended: new Set() };
  const now = yield* call(clock.now);
  const begun = recorded.filter((file) => sessionOf(file) !== undefined);
  const known = new Set([...begun, ...(yield* select(selectAllUploads))].map(({ key }) => key));
  const found = listed.value.filter((upload) => isOpenElsewhere(upload, { known, place, now }));
  // The server lists the latest upload of a file last. Who asks for a place cancels all of them.
  const open = place === undefined ? [...new Map(found.map((upload) => [upload.key, upload])).values()] : found;
  const elsewhere = open.map((upload) => fileOpenElsewhere(upload, owner));
  const ids = new Set(listed.value.map(({ uploadId }) => uploadId));
  const closed = recorded.filter(({ id }) => origins.has(id));
  const unknown = yield* keepUnknown(closed.filter((file) => mayHaveEndedElsewhere(file, ids, now)));
  const elsewhereKeys = new Set(elsewhere.map(({ key }) => key));
  const ended = [
    ...unknown,
    ...closed.filter((file) => !begun.includes(file) && elsewhereKeys.has(file.key)).map(({ id }) => id),
  ];
  if (ended.length > 0) yield* discardFiles(tab, ended, { origins });
  const received = Object.fromEntries(elsewhere.map(({ id }, index) => [id, open[index]?.received ?? 0]));
  const active = elsewhere.filter((_file, index) => !isAbandoned(open[index] ?? { activeAt: 0 }, now));
  const reported = { received, ...(active.length > 0 && { active: active.map(({ id }) => id) }) };
  return { elsewhere, reported, ended: new Set(ended) };
}

/** Returns the ids of files whose upload the server does not know. A token may list only the uploads of a place. */
function* keepUnknown(files: readonly UploadFile[]): SagaOf<readonly string[]> {
  const unknown: string[] = [];
  for (const file of files) {
    const uploadId = sessionOf(file)?.uploadId ?? '';
    const found = yield* call(fetchPartUrls, { key: file.key, uploadId, partNumber: 1, totalParts: 1 });
    if (!found.ok && found.failure.kind === 'not-found') unknown.push(file.id);
  }
  return unknown;
}
