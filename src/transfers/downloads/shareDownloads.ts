import * as v from 'valibot';
import { DOWNLOAD_TRAITS } from '@data-manager/domain/downloads/download';
import { newDownload } from '@data-manager/domain/downloads/newDownload';
import { Text } from '@data-manager/domain/storedValues';
import { call, put, select, type ActionOf, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
import { driveLater } from '../machine/driveLater';
import { shareMachine } from '../machine/shareMachine';
import { ById } from '../machine/tabMessages';
import {
  cancellingStarted,
  cancelRequested,
  clearAllRequested,
  downloadQueued,
  downloadRemoved,
  downloadRequested,
  downloadRequeued,
  downloadSetAside,
  queueCleared,
  removeRequested,
  retryRequested,
  selectClearableIds,
  selectOwnDownload,
  type WithDownloads,
} from './downloadsSlice';
import { DOWNLOAD_PERSISTENCE, mirrorList, releaseList, restoreList } from './persistDownloads';

/** Every command of the download list. */
const DOWNLOAD_COMMANDS = [
  downloadRequested,
  removeRequested,
  cancelRequested,
  clearAllRequested,
  retryRequested,
] as const;

const Texts = v.pipe(v.array(Text), v.readonly());

/** A request with the id of its download. */
const Request = v.object({
  id: Text,
  path: v.union([Text, Texts]),
  title: v.string(),
  downsampled: v.boolean(),
});

/** A command that can be posted. */
const DownloadCommand = v.variant('type', [
  v.object({ type: v.literal(downloadRequested.type), payload: Request }),
  v.object({ type: v.literal(clearAllRequested.type), payload: v.object({ ids: Texts }) }),
  v.object({ type: v.picklist([removeRequested.type, cancelRequested.type, retryRequested.type]), payload: ById }),
]);

type DownloadCommand = v.InferOutput<typeof DownloadCommand>;

/** Shares the download list among the tabs of a browser profile. */
export function* shareDownloads(): SagaOf<void> {
  yield* shareMachine({
    name: 'downloads',
    owner: 'lock',
    title: 'downloads',
    letGo: releaseList,
    setAside: (id) => put(downloadSetAside({ id, failure: { kind: 'crashed' } })),
    commands: DOWNLOAD_COMMANDS,
    schema: DownloadCommand,
    prepare: prepareCommand,
    execute: executeCommand,
    restore: (isDriver) => (isDriver ? restoreList() : mirrorList()),
    persistence: DOWNLOAD_PERSISTENCE,
    drive: [
      driveLater(selectHasItems, async () => (await import('./driveDownload')).runCancellations),
      driveLater(selectHasItems, async () => (await import('./driveDownload')).runDownloads),
    ],
  });
}

function selectHasItems({ downloads }: WithDownloads): boolean {
  return downloads.items.length > 0;
}

/** Gives a request the id of its download. */
function* prepareCommand(command: ActionOf<(typeof DOWNLOAD_COMMANDS)[number]>): SagaOf<DownloadCommand | undefined> {
  if (!downloadRequested.match(command)) return command;
  if (command.payload.path.length === 0) return undefined;
  const { random } = yield* getPorts();
  const id = yield* call(random.uuid);
  return { type: command.type, payload: { ...command.payload, id } };
}

/** Turns a command into the event that changes the list. */
function* executeCommand(command: DownloadCommand): SagaOf<undefined> {
  const { payload } = command;
  if ('path' in payload) yield* queue(payload);
  else if ('ids' in payload) yield* clear(payload.ids);
  else yield* change(command.type, payload.id);
}

function* queue(request: v.InferOutput<typeof Request>): SagaOf<void> {
  const owner = yield* select(selectSessionOwner);
  if (owner !== undefined) yield* put(downloadQueued({ item: newDownload(request, owner) }));
}

function* change(type: DownloadCommand['type'], id: string): SagaOf<void> {
  const item = yield* select(selectOwnDownload, id);
  if (item === undefined) return;
  if (type === retryRequested.type) yield* put(downloadRequeued({ id }));
  else if (!DOWNLOAD_TRAITS[item.phase].isOnServer) yield* put(downloadRemoved({ id }));
  else if (type === cancelRequested.type) yield* put(cancellingStarted({ id }));
}

/** Removes the downloads that the user has seen: others may have been queued in another tab. */
function* clear(seen: readonly string[]): SagaOf<void> {
  const clearable = new Set(yield* select(selectClearableIds));
  yield* put(queueCleared({ ids: seen.filter((id) => clearable.has(id)) }));
}
