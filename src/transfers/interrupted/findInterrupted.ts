import { belongsTo, type SessionOwner } from '../../domain/session/session';
import { parseResumeRecords, type ParsedRecords } from '../../domain/uploads/parseResumeRecords';
import { tallyKey } from '../../domain/uploads/resumeRecords';
import { all, arm, call, put, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { Ports } from '../../platform/ports';
import { selectSessionOwner } from '../../session/sessionSlice';
import type { WithUploads } from '../uploads/uploadsSelectors';
import { interruptedFound } from './interruptedSlice';
import { journalWords } from './journalWords';
import { tabLock } from './tabLock';

/** What a look at the journal brought to light beside what the store was told. */
export interface JournalFindings {
  /** What files can be opened with again, by their ids; as stored, from another page. */
  readonly handles: ReadonlyMap<string, unknown>;
  /** Other tabs that live and have files in the journal, whoever's they are. */
  readonly livingTabs: readonly string[];
}

const NOTHING: JournalFindings = { handles: new Map(), livingTabs: [] };

/** Tells the store what pages that are gone have left of the signed-in person's uploads, and cleans up after them. */
export function* findInterrupted(ownTab: string): SagaOf<JournalFindings> {
  const ports = yield* getPorts();
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined) return NOTHING;
  // Parts first: what is queued meanwhile has a record for each part that was read.
  const parts = yield* call(ports.records('upload-journal-parts').readAll);
  const records = yield* call(ports.records('upload-journal').readAll);
  if (parts === undefined || records === undefined) return NOTHING;
  const journal = parseResumeRecords(records, parts);
  const tabs = new Set([...journal.entries, ...journal.tallies].map(({ tab }) => tab));
  tabs.delete(ownTab);
  const livingTabs = yield* findLiving(ports.locks, [...tabs]);
  if ((yield* select(selectSessionOwner)) !== owner) return NOTHING;
  const handles = new Map(
    [...records].flatMap(([key, record]) => (hasHandle(record) ? [[key, record.handle] as const] : [])),
  );
  yield* tell(journal, owner, new Set([ownTab, ...livingTabs]), livingTabs, handles);
  yield* cleanUp(ports, journal, new Set([ownTab, ...livingTabs]));
  return { handles, livingTabs };
}

function* findLiving(locks: Ports['locks'], tabs: readonly string[]): SagaOf<readonly string[]> {
  const living = yield* all(tabs.map((tab) => arm.call(locks.isTaken, tabLock(tab))));
  return tabs.filter((_tab, index) => living[index]);
}

function* tell(
  { entries, tallies }: ParsedRecords,
  owner: SessionOwner,
  claimed: ReadonlySet<string>,
  livingTabs: readonly string[],
  handles: ReadonlyMap<string, unknown>,
): SagaOf<void> {
  const queued = new Set((yield* select((state: WithUploads) => state.uploads.files)).map((file) => file.id));
  const own = entries.filter(({ file }) => belongsTo(file, owner) && !queued.has(file.id));
  const left = own.filter(({ tab }) => !claimed.has(tab));
  const tabs = new Set(left.map(({ tab }) => tab));
  const done = tallies.filter((tally) => belongsTo(tally, owner) && tabs.has(tally.tab));
  yield* put(
    interruptedFound({
      files: left.map(({ file }) => file),
      isReopenable: left.some(({ file }) => handles.has(file.id)),
      done: done.reduce((sum, tally) => sum + tally.done, 0),
      isElsewhere: own.some(({ tab }) => livingTabs.includes(tab)),
    }),
  );
}

/** Takes out what nobody can use: it would be in the way at every start. */
function* cleanUp(
  { records, toast }: Ports,
  { entries, tallies, unreadable, strayParts }: ParsedRecords,
  claimed: ReadonlySet<string>,
): SagaOf<void> {
  const needed = new Set([...claimed, ...entries.map(({ tab }) => tab)]);
  const useless = [...unreadable, ...tallies.filter(({ tab }) => !needed.has(tab)).map(tallyKey)];
  if (useless.length > 0) yield* call(records('upload-journal').remove, useless);
  if (strayParts.length > 0) yield* call(records('upload-journal-parts').remove, strayParts);
  if (unreadable.length > 0) yield* call(toast, journalWords.leftOut(unreadable.length), 'warning');
}

function hasHandle(record: unknown): record is { readonly handle: unknown } {
  return typeof record === 'object' && record !== null && 'handle' in record;
}
