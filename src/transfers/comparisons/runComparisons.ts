import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { isComparing, type Comparison, type ComparisonFault } from '@data-manager/domain/compare/comparison';
import { belongsTo } from '@data-manager/domain/session/session';
import {
  arm,
  call,
  fork,
  getContext,
  put,
  race,
  select,
  takeFrom,
  takeWaiting,
  type SagaOf,
} from '@data-manager/lib/typedEffects';
import { untilStopped, waitFor, withSignal } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { supervise } from '../../platform/supervise';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { withRetry } from '../withRetry';
import type { ComparisonPort, WorkReport } from './comparisonPort';
import {
  comparisonEnded,
  comparisonFailed,
  comparisonPaused,
  filesFound,
  folderRead,
  namesMatched,
  progressSampled,
  selectComparison,
  waitingEnded,
  waitingStarted,
  type WithComparisons,
} from './comparisonsSlice';

type State = WithComparisons & WithSession;

/** Drives the comparisons of the signed-in user, all at the same time: each waits for another disk or for the server. */
export function* runComparisons(): SagaOf<void> {
  const driven = new Set<string>();
  const findNext = ({ comparisons, session }: State): string | undefined =>
    comparisons.items.find(
      (item) => isComparing(item) && belongsTo(item, selectSessionOwner({ session })) && !driven.has(item.id),
    )?.id;
  for (;;) {
    const id = yield* waitFor(findNext);
    driven.add(id);
    yield* fork(supervise, driveComparison, id, driven);
  }
}

/** Compares until the result is there, the user stops it, or another user signs in. */
function* driveComparison(id: string, driven: Set<string>): SagaOf<void> {
  try {
    yield* untilStopped((state: State) => isStopped(state, id), compareFolder, id);
  } catch (error) {
    // Otherwise, the next action would start it again.
    yield* put(comparisonFailed({ id }));
    throw error;
  } finally {
    driven.delete(id);
  }
}

function isStopped(state: State, id: string): boolean {
  const comparison = selectComparison(state, id);
  const owner = selectSessionOwner(state);
  // While signed out, it reads and hashes. Only the list of the server waits.
  return comparison === undefined || !isComparing(comparison) || (owner !== undefined && !belongsTo(comparison, owner));
}

function* compareFolder(id: string): SagaOf<void> {
  const work = yield* getContext<ComparisonPort>('comparisonWork');
  const reports = yield* call(openReports, id, work);
  try {
    yield* withSignal((signal) =>
      race({ ended: arm.call(takeSteps, id, work, signal), reported: arm.call(showReports, id, reports) }),
    );
  } finally {
    // An interruption is reported, too.
    for (const report of yield* takeWaiting(reports)) yield* show(id, report);
    reports.close();
  }
}

/** Reads the folder, compares the names, then the contents: from the step on that the comparison has reached. */
function* takeSteps(id: string, work: ComparisonPort, signal: AbortSignal): SagaOf<void> {
  const steps: Partial<Record<Comparison['phase'], (comparison: Comparison) => SagaOf<void>>> = {
    *reading({ folderId }) {
      const read = yield* call(work.read, id, folderId, signal);
      if (read.kind === 'read') yield* put(folderRead({ id, folder: read.folder }));
      else if (read.kind === 'failed') yield* pause(id, read.fault);
    },
    *matching(comparison) {
      const { path, rootPath } = comparison;
      const matched = yield* withRetry(
        {
          owner: comparison,
          selectWaiting: (state: WithComparisons) => {
            const item = selectComparison(state, id);
            return item?.phase === 'matching' ? item.waiting : undefined;
          },
          waitingStarted: (reason) => waitingStarted({ id, reason }),
          waitingEnded: () => waitingEnded({ id }),
        },
        () => call(work.match, { id, path, rootPath }, signal),
      );
      yield* put(
        matched.ok ? namesMatched({ id, progress: matched.value }) : comparisonFailed({ id, failure: matched.failure }),
      );
    },
    *hashing() {
      const end = yield* call(work.hash, id, signal);
      const { clock } = yield* getPorts();
      if (end === 'done') yield* put(comparisonEnded({ id, at: yield* call(clock.now) }));
      else if (end === 'unavailable') yield* pause(id, end);
    },
  };
  for (;;) {
    const comparison = yield* select(selectComparison, id);
    const step = comparison === undefined ? undefined : steps[comparison.phase];
    if (comparison === undefined || step === undefined) return;
    yield* step(comparison);
  }
}

function* pause(id: string, fault: ComparisonFault): SagaOf<void> {
  const { clock } = yield* getPorts();
  yield* put(comparisonPaused({ id, at: yield* call(clock.now), fault }));
}

function* showReports(id: string, reports: EventChannel<WorkReport>): SagaOf<void> {
  for (;;) yield* show(id, yield* takeFrom(reports));
}

function* show(id: string, report: WorkReport): SagaOf<void> {
  switch (report.kind) {
    case 'found':
      yield* put(filesFound({ id, found: report.found, unreadable: report.unreadable }));
      break;
    case 'hashed':
      yield* put(progressSampled({ id, progress: report.progress }));
      break;
  }
}

function openReports(id: string, work: ComparisonPort): EventChannel<WorkReport> {
  return eventChannel<WorkReport>((emit) => work.onReport(id, emit), buffers.expanding());
}
