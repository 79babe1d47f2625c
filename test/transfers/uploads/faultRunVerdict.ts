import { UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import type { FailureKind } from '@data-manager/domain/failures/failure';
import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import { MOST_IN_FLIGHT } from './faultRunMonitor';
import type { Schedule } from './faultRunSchedule';
import type { World } from './faultRunWorld';

/** Failures that never occur in these runs. */
const IMPOSSIBLE: ReadonlySet<FailureKind> = new Set(['aborted', 'file-too-large', 'archive-failed']);
/** The only failures of files that were removed or overwritten on the disk, which a retry can't resolve. */
const BROKEN: ReadonlySet<FailureKind> = new Set(['file-gone', 'file-changed']);

/** Failures that a retry can't resolve because the storage never returns a usable ETag. */
const PERMANENT: Readonly<Record<Exclude<Schedule['etags'], 'md5'>, FailureKind>> = {
  constant: 'etag-no-hash',
  hidden: 'etag-hidden',
};

/** Returns the violations at the end of a run, when the faults are over and all failed files were retried. */
export function checkRun(schedule: Schedule, world: World): readonly string[] {
  return [
    ...world.monitor.violations,
    ...world.api.violations,
    ...world.storage.violations,
    ...checkFiles(schedule, world),
    ...checkCompletions(world),
    ...checkTraffic(world),
    ...checkOpenUploads(world),
    ...checkIdle(schedule, world),
  ];
}

/** Lists files that a retry without faults did not resolve, unless their completion was uncertain. */
export function findUnresolved({ etags }: Schedule, { store, brokenKeys }: World, user: string): string[] {
  if (etags !== 'md5') return [];
  return selectAllUploads(store.getState())
    .filter(
      ({ key, userId, progress }) =>
        userId === user &&
        progress.phase === 'failed' &&
        progress.failure.kind !== 'completion-unknown' &&
        !brokenKeys.has(key),
    )
    .map((file) => `a retry without faults did not resolve ${JSON.stringify(file)}`);
}

/**
 * Checks that every file that was not cancelled is identical on the server, or has failed permanently. A storage that
 * accepts no files may have paused the queue before all files have failed.
 */
function checkFiles({ etags }: Schedule, { store, uploads, sources, monitor, brokenKeys }: World): string[] {
  const files = selectAllUploads(store.getState());
  const { status } = store.getState().uploads;
  const permanent = etags === 'md5' ? undefined : PERMANENT[etags];
  const remaining = files.flatMap(({ name, key, progress }) => {
    if (progress.phase === 'failed' && brokenKeys.has(key) && BROKEN.has(progress.failure.kind)) return [];
    if (progress.phase === 'failed' && progress.failure.kind === permanent) return [];
    if (progress.phase === 'waiting' && status.kind === 'paused' && permanent !== undefined) return [];
    return [`${name} is still in the queue: ${JSON.stringify(progress)}`];
  });
  const queued = new Set(files.map(({ key }) => key));
  const different = [...sources].flatMap(([key, source]) => {
    if (monitor.cancelled.has(key) || queued.has(key)) return [];
    const object = uploads.objects.get(key);
    return object !== undefined && Buffer.from(object).equals(source) ? [] : [`${key} differs on the server`];
  });
  const unexpected = monitor.failures
    .filter(({ key, kind }) => IMPOSSIBLE.has(kind) || (BROKEN.has(kind) && !brokenKeys.has(key)))
    .map(({ key, kind }) => `${key} failed with ${kind}`);
  return [...remaining, ...different, ...unexpected];
}

/**
 * Checks that every completed object has the file's bytes. It is completed again only after an uncertain completion.
 */
function checkCompletions({ uploads, sources, monitor }: World): string[] {
  const different = uploads.completions
    .filter(({ key, bytes }) => !Buffer.from(bytes).equals(sources.get(key) ?? new Uint8Array()))
    .map(({ key }) => `${key} was completed with different bytes`);
  const repeated = [...sources.keys()]
    .filter(
      (key) => uploads.completions.filter((one) => one.key === key).length > 1 + uncertainCompletions(monitor, key),
    )
    .map((key) => `${key} was completed too often`);
  const twice = monitor.completed
    .filter((key, index) => monitor.completed.indexOf(key) !== index)
    .map((key) => `${key} is reported as completed twice`);
  return [...different, ...repeated, ...twice];
}

/** Returns how often a file failed because its completion was uncertain. A user then had it sent again. */
function uncertainCompletions({ failures }: World['monitor'], key: string): number {
  return failures.filter((failure) => failure.key === key && failure.kind === 'completion-unknown').length;
}

/**
 * Checks that nothing is sent without need. An upload is started again only if the response was lost or the server
 * forgot it. All PUTs together send at most the files of the started uploads, and one part for each faulty PUT and for
 * each PUT that may have been in flight at an interruption.
 */
function checkTraffic({ uploads, sources, storage, api, monitor, brokenKeys }: World): string[] {
  const started = [...uploads.all.values()];
  const startedTooOften = [...sources.keys()].filter((key) => {
    const own = started.filter((upload) => upload.key === key);
    const forgotten = own.filter(({ state }) => state === 'forgotten').length;
    const lost = own.filter(({ id }) => api.lostStarts.includes(id)).length;
    return own.length > 1 + lost + forgotten + uncertainCompletions(monitor, key);
  });
  const needed = started.reduce((sum, { key }) => sum + (sources.get(key)?.length ?? 0), 0);
  const isBroken = (uploadId: string): boolean => brokenKeys.has(uploads.all.get(uploadId)?.key ?? '');
  const faulty = storage.puts.filter(({ end, uploadId }) => end === 'faulty' || isBroken(uploadId)).length;
  const most = needed + UPLOAD_PART_BYTES * (faulty + MOST_IN_FLIGHT * monitor.interruptions());
  const sent = storage.puts.reduce((sum, { bytes }) => sum + bytes, 0);
  // The session may end before a retry after a 5xx. All other calls need a token.
  const withoutToken = api.withoutToken();
  return [
    ...startedTooOften.map((key) => `${key} was started too often`),
    ...(withoutToken > 2 * MOST_IN_FLIGHT ? [`${withoutToken} calls were made without a session`] : []),
    ...(sent > most ? [`${sent} bytes were sent, and at most ${most} were needed`] : []),
  ];
}

/** Checks that the server has an open upload only if its id was lost or its cancellation failed. */
function checkOpenUploads({ store, uploads, api }: World): string[] {
  const queued = new Set(selectAllUploads(store.getState()).map(({ key }) => key));
  const lost = new Set(api.lostStarts);
  return [...uploads.all.values()]
    .filter(({ id, key, state }) => {
      const isExpected = queued.has(key) || lost.has(id) || api.cancelRequests.has(id);
      return state === 'open' && !isExpected;
    })
    .map(({ id, key }) => `${id} of ${key} is still open and was not cancelled`);
}

/** Checks that the queue is idle, no saga has crashed, and no action contains a secret. */
function checkIdle({ etags }: Schedule, { store, ports, actions }: World): string[] {
  const { files, status } = store.getState().uploads;
  // A storage without MD5 ETags may leave the queue paused.
  const isExpected = status.kind === 'running' || (status.kind === 'paused' && etags !== 'md5');
  const isGuardWrong = ports.recorded.unloadGuarded !== files.length > 0;
  const crashes = ports.recorded.logs.filter((line) => line.includes(' stopped: '));
  const secret = findSecret(actions);
  return [
    ...(isExpected ? [] : [`the queue's status is ${JSON.stringify(status)}`]),
    ...(isGuardWrong ? [`leaving the page is ${files.length > 0 ? 'not ' : ''}guarded`] : []),
    ...crashes,
    ...(secret === undefined ? [] : [`an action contains ${secret}`]),
  ];
}

/** Returns a presigned URL or a token in an action or several. */
export function findSecret(actions: unknown): string | undefined {
  return /https:\/\/storage\.test|(access|refresh)-\d/.exec(JSON.stringify(actions))?.[0];
}
