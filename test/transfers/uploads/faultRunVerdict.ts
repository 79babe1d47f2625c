import { UPLOAD_PART_BYTES } from '../../../src/domain/constants';
import type { FailureKind } from '../../../src/domain/failures/failure';
import type { Schedule } from './faultRunSchedule';
import { MOST_ON_THE_WIRE } from './faultRunWitness';
import type { World } from './faultRunWorld';

/** Why a file may not be said to have failed in these runs: a stop is no failure. */
const NEVER: ReadonlySet<FailureKind> = new Set(['aborted', 'file-too-large', 'archive-failed']);
/** Why a file fails, and can't heal, that is no longer on the disk as it was chosen; and none but that. */
const GONE: ReadonlySet<FailureKind> = new Set(['file-gone', 'file-changed']);

/** What can't heal: the storage makes its ETags in another way, or hides them. */
const LASTING: Readonly<Record<Exclude<Schedule['etags'], 'md5'>, FailureKind>> = {
  constant: 'etag-no-hash',
  hidden: 'etag-hidden',
};

/** What is wrong at the end of a run, when faults are over and everything that failed was tried again. */
export function judgeRun(schedule: Schedule, world: World): readonly string[] {
  return [
    ...world.witness.violations,
    ...world.api.books.violations,
    ...world.storage.violations,
    ...judgeEnds(schedule, world),
    ...judgeCompletions(world),
    ...judgeEffort(world),
    ...judgeCancellations(world),
    ...judgeQuiet(schedule, world),
  ];
}

/**
 * Every file that was not cancelled is on the server byte for byte, or has failed for a reason that can't heal. Where
 * the storage takes no file for such a reason, the queue may have been paused before each of them has failed.
 */
function judgeEnds({ etags }: Schedule, { store, ledger, sources, witness, lost }: World): string[] {
  const { files, status } = store.getState().uploads;
  const lasting = etags === 'md5' ? undefined : LASTING[etags];
  const left = files.flatMap(({ name, key, progress }) => {
    if (progress.phase === 'failed' && lost.has(key) && GONE.has(progress.failure.kind)) return [];
    if (progress.phase === 'failed' && progress.failure.kind === lasting) return [];
    if (progress.phase === 'waiting' && status.kind === 'paused' && lasting !== undefined) return [];
    return [`${name} is left over: ${JSON.stringify(progress)}`];
  });
  const waiting = new Set(files.map(({ key }) => key));
  const missing = [...sources].flatMap(([key, source]) => {
    if (witness.cancelled.has(key) || waiting.has(key)) return [];
    const held = ledger.objects.get(key);
    return held !== undefined && Buffer.from(held).equals(source) ? [] : [`${key} is not on the server as on the disk`];
  });
  const unnamed = witness.failures
    .filter(({ key, kind }) => NEVER.has(kind) || (GONE.has(kind) && !lost.has(key)))
    .map(({ key, kind }) => `${key} failed as ${kind}`);
  return [...left, ...missing, ...unnamed];
}

/** An object has the file's bytes whenever it is put in its place; twice only where the person was told. */
function judgeCompletions({ ledger, sources, witness }: World): string[] {
  const wrong = ledger.completions
    .filter(({ key, bytes }) => !Buffer.from(bytes).equals(sources.get(key) ?? new Uint8Array()))
    .map(({ key }) => `${key} was completed with other bytes`);
  const often = [...sources.keys()]
    .filter((key) => ledger.completions.filter((one) => one.key === key).length > 1 + unknownEnds(witness, key))
    .map((key) => `${key} was completed too often`);
  const twice = witness.completed
    .filter((key, index) => witness.completed.indexOf(key) !== index)
    .map((key) => `${key} is done twice`);
  return [...wrong, ...often, ...twice];
}

/** How often a person was told that it is not known whether the file is complete, and had it sent again. */
function unknownEnds({ failures }: World['witness'], key: string): number {
  return failures.filter((failure) => failure.key === key && failure.kind === 'completion-unknown').length;
}

/**
 * Nothing is sent without need. An upload is begun once, and again only for an answer that was lost or an upload that
 * the server let go of. What all PUTs carry is at most the files of the uploads that were begun, and one part for
 * every PUT that ended badly and for every lane that was interrupted.
 */
function judgeEffort({ ledger, sources, storage, api, witness, lost }: World): string[] {
  const begun = [...ledger.uploads.values()];
  const begunTooOften = [...sources.keys()].filter((key) => {
    const mine = begun.filter((upload) => upload.key === key);
    const forgotten = mine.filter(({ state }) => state === 'forgotten').length;
    const unheard = mine.filter(({ id }) => api.books.startsUnheard.includes(id)).length;
    return mine.length > 1 + unheard + forgotten + unknownEnds(witness, key);
  });
  const due = begun.reduce((sum, { key }) => sum + (sources.get(key)?.length ?? 0), 0);
  const isOfLost = (uploadId: string): boolean => lost.has(ledger.uploads.get(uploadId)?.key ?? '');
  const faulty = storage.puts.filter(({ end, uploadId }) => end === 'faulty' || isOfLost(uploadId)).length;
  const most = due + UPLOAD_PART_BYTES * (faulty + MOST_ON_THE_WIRE * witness.interruptions());
  // What is repeated after a 5xx may meet the end of the session meanwhile; nothing else goes without one.
  const { withoutToken } = api.books;
  const sent = storage.puts.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    ...begunTooOften.map((key) => `${key} was begun too often`),
    ...(withoutToken > 2 * MOST_ON_THE_WIRE ? [`${withoutToken} calls were made without a session`] : []),
    ...(sent > most ? [`${sent} bytes were sent, ${most} at most had to be`] : []),
  ];
}

/** The server still holds an upload only if the page never heard of it, or if it was asked to let go and did not. */
function judgeCancellations({ store, ledger, api }: World): string[] {
  const waiting = new Set(store.getState().uploads.files.map(({ key }) => key));
  const unheard = new Set(api.books.startsUnheard);
  return [...ledger.uploads.values()]
    .filter(({ id, key, state }) => {
      const isExcused = waiting.has(key) || unheard.has(id) || api.books.cancelsAsked.has(id);
      return state === 'open' && !isExcused;
    })
    .map(({ id, key }) => `${id} of ${key} is still open, and the server was never told`);
}

/** Nothing goes on, nothing has crashed, and no secret was in an action. */
function judgeQuiet({ etags }: Schedule, { store, ports, actions }: World): string[] {
  const { files, status } = store.getState().uploads;
  // A storage without MD5 ETags may leave the queue paused.
  const isExpected = status.kind === 'running' || (status.kind === 'paused' && etags !== 'md5');
  const marks = {
    status: isExpected ? undefined : status,
    guarded: ports.recorded.unloadGuarded !== files.length > 0,
  };
  const crashes = ports.recorded.logs.filter((line) => line.includes(' stopped: '));
  const secrets = /https:\/\/storage\.test|(access|refresh)-\d/.exec(JSON.stringify(actions));
  return [
    ...Object.entries(marks)
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([mark, value]) => `${mark} is left as ${JSON.stringify(value)}`),
    ...crashes,
    ...(secrets === null ? [] : [`an action carries ${secrets[0]}`]),
  ];
}
