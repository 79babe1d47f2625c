import * as v from 'valibot';
import { planRecords } from '@data-manager/domain/fetches/fetchRecords';
import { newFetch, type FetchFile, type FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import { call, getContext, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { getRecords } from '../../platform/records/getRecords';
import { selectSessionOwner } from '../../session/sessionSlice';
import { driveLater } from '../machine/driveLater';
import { Plans } from '../machine/plans';
import { shareMachine } from '../machine/shareMachine';
import { ById } from '../machine/tabMessages';
import {
  cancelRequested,
  fetchPaused,
  fetchQueued,
  fetchRemoved,
  fetchRequested,
  fetchResumed,
  filesRequeued,
  pauseRequested,
  resumeRequested,
  retryRequested,
  selectNextFetch,
  selectOwnFetch,
  type FetchRequest,
} from './fetchesSlice';
import { FETCH_PERSISTENCE, readFetches, restoreFetches } from './persistFetches';
import type { RequestedFiles } from './requestedFiles';

/** Every command of the fetches. */
export const FETCH_COMMANDS = [
  fetchRequested,
  pauseRequested,
  resumeRequested,
  retryRequested,
  cancelRequested,
] as const;

/** A command that can be posted. The files of a request are in the plan with its id. */
const FetchCommand = v.object({ type: v.picklist(FETCH_COMMANDS.map(({ type }) => type)), payload: ById });

type FetchCommand = v.InferOutput<typeof FetchCommand>;

/** Shares the fetches among the tabs of a browser profile. */
export function* shareFetches(): SagaOf<void> {
  const plans = new Plans({ plan, idOf: ({ id }) => id, store: storePlan, read: readPlan });
  yield* shareMachine({
    name: 'fetches',
    owner: 'lock',
    title: 'downloads into folders',
    setAside: (id) => put(fetchPaused({ id, fault: { kind: 'crashed' } })),
    commands: FETCH_COMMANDS,
    schema: FetchCommand,
    *prepare(command) {
      return fetchRequested.match(command) ? yield* plans.prepare(command) : command;
    },
    handOver: ({ payload: { id } }) => plans.handOver(id),
    execute: (command) => executeCommand(plans, command),
    restore: (isDriver) => restoreFetches(isDriver ? plans : undefined),
    persistence: FETCH_PERSISTENCE,
    drive: [
      function* queuePlanned() {
        for (const id of plans.ids()) yield* executeCommand(plans, { type: fetchRequested.type, payload: { id } });
      },
      driveLater(selectNextFetch, async () => (await import('./runFetches')).runFetches),
    ],
  });
}

function* storePlan(fetch: FolderFetch): SagaOf<void> {
  const store = yield* getRecords('folder-fetches');
  yield* call(store.put, planRecords(fetch));
}

function* readPlan(id: string): SagaOf<FolderFetch | undefined> {
  return (yield* readFetches((one) => one === id)).planned[0];
}

/** Plans all files of a request, so that no list is ever incomplete. */
function* plan(request: FetchRequest): SagaOf<FolderFetch | undefined> {
  const { random } = yield* getPorts();
  const requested = yield* getContext<RequestedFiles>('requestedFiles');
  const owner = yield* select(selectSessionOwner);
  const id = yield* call(random.uuid);
  const files: (readonly FetchFile[])[] = [];
  for (;;) {
    const chunk = yield* call(requested.take, request.folderId, files.length);
    if (chunk === undefined) break;
    files.push(chunk);
  }
  yield* call(requested.release, request.folderId);
  return owner === undefined || files.length === 0 ? undefined : newFetch({ id, ...request, files }, owner);
}

/** Turns a command into the event that changes the list. */
function* executeCommand(
  plans: Plans<FetchRequest, FolderFetch>,
  { type, payload: { id } }: FetchCommand,
): SagaOf<undefined> {
  const fetch = yield* type === fetchRequested.type ? plans.take(id) : select(selectOwnFetch, id);
  if (fetch === undefined) return;
  if (type === fetchRequested.type) yield* put(fetchQueued({ fetch }));
  else if (type === pauseRequested.type) yield* put(fetchPaused({ id }));
  else if (type === resumeRequested.type) yield* put(fetchResumed({ id }));
  else if (type === retryRequested.type) yield* put(filesRequeued({ id }));
  else if (type === cancelRequested.type) {
    const { folders } = yield* getPorts();
    yield* put(fetchRemoved({ id }));
    yield* call(folders.release, fetch.folderId);
  }
}
