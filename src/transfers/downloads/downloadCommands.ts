import * as v from 'valibot';
import { isOnServer } from '@data-manager/domain/downloads/download';
import { hashOfPaths, zipName } from '@data-manager/domain/downloads/zipName';
import { call, put, select, type ActionOf, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
import { ById, Text } from '../machine/machineMessages';
import {
  cancellingStarted,
  cancelRequested,
  clearAllRequested,
  downloadQueued,
  downloadRemoved,
  downloadRequested,
  downloadRequeued,
  queueCleared,
  removeRequested,
  retryRequested,
  selectClearableIds,
  selectOwnDownload,
} from './downloadsSlice';

/** Every command of the download list. */
export const DOWNLOAD_COMMANDS = [
  downloadRequested,
  removeRequested,
  cancelRequested,
  clearAllRequested,
  retryRequested,
] as const;

type IssuedCommand = ActionOf<(typeof DOWNLOAD_COMMANDS)[number]>;

const Texts = v.pipe(v.array(Text), v.readonly());

/** A request with the id of its download. */
const Request = v.object({
  id: Text,
  path: v.union([Text, Texts]),
  title: v.string(),
  downsampled: v.boolean(),
});

/** A command that can be posted. */
export const DownloadCommand = v.variant('type', [
  v.object({ type: v.literal(downloadRequested.type), payload: Request }),
  v.object({ type: v.literal(clearAllRequested.type), payload: v.object({ ids: Texts }) }),
  v.object({ type: v.picklist([removeRequested.type, cancelRequested.type, retryRequested.type]), payload: ById }),
]);

type DownloadCommand = v.InferOutput<typeof DownloadCommand>;

/** Gives a request the id of its download. */
export function* prepareCommand(command: IssuedCommand): SagaOf<DownloadCommand | undefined> {
  if (!downloadRequested.match(command)) return command;
  if (command.payload.path.length === 0) return undefined;
  const { random } = yield* getPorts();
  const id = yield* call(random.uuid);
  return { type: command.type, payload: { ...command.payload, id } };
}

/** Turns a command into the event that changes the list. */
export function* executeCommand(command: DownloadCommand): SagaOf<undefined> {
  const { payload } = command;
  if ('path' in payload) yield* queue(payload);
  else if ('ids' in payload) yield* clear(payload.ids);
  else if (command.type === removeRequested.type) yield* remove(payload.id);
  else if (command.type === cancelRequested.type) yield* cancel(payload.id);
  else yield* retry(payload.id);
}

function* queue({ id, path, title, downsampled }: v.InferOutput<typeof Request>): SagaOf<void> {
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined) return;
  yield* put(
    downloadQueued({
      item: {
        phase: 'queued',
        id,
        path,
        title,
        zipFileName: zipName(path, downsampled),
        downsampled,
        ...(typeof path !== 'string' && { hash: hashOfPaths(path) }),
        sponsorId: owner.sponsorId,
        userId: owner.userId,
      },
    }),
  );
}

function* remove(id: string): SagaOf<void> {
  const item = yield* select(selectOwnDownload, id);
  if (item !== undefined && !isOnServer(item)) yield* put(downloadRemoved({ id }));
}

function* cancel(id: string): SagaOf<void> {
  const item = yield* select(selectOwnDownload, id);
  if (item !== undefined) yield* put(isOnServer(item) ? cancellingStarted({ id }) : downloadRemoved({ id }));
}

function* retry(id: string): SagaOf<void> {
  if (yield* select(selectOwnDownload, id)) yield* put(downloadRequeued({ id }));
}

/** Removes the downloads that the user has seen: others may have been queued in another tab. */
function* clear(seen: readonly string[]): SagaOf<void> {
  const clearable = new Set(yield* select(selectClearableIds));
  yield* put(queueCleared({ ids: seen.filter((id) => clearable.has(id)) }));
}
