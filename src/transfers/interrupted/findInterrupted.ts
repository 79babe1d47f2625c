import { belongsTo } from '@data-manager/domain/session/session';
import type { ParsedRecords } from '@data-manager/domain/uploads/parseResumeRecords';
import { fileOfPart, noChanges, tallyKey } from '@data-manager/domain/uploads/resumeRecords';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import { formatCount } from '@data-manager/lib/formatNumber';
import { plural } from '@data-manager/lib/plural';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
import { writeResumeRecords } from '../uploads/persistUploads';
import { findOpenTabs, readResumeRecords, type Origins } from '../uploads/takeOver';
import { selectAllUploads } from '../uploads/uploadsSelectors';
import { interruptedFound } from './interruptedSlice';

/** Content of the resume store that is not part of the state. */
export interface FoundInResumeStore {
  /** File handles by file id, as stored by another page. */
  readonly handles: ReadonlyMap<string, unknown>;
  /** Other open tabs that have records, of any user. */
  readonly openTabs: readonly string[];
  /** Files of the signed-in user, also those of open tabs. */
  readonly files: readonly UploadFile[];
  /** Interrupted files of deleted places, which are not offered. */
  readonly deleted: readonly UploadFile[];
  /** Keys of the tallies of the interrupted uploads. */
  readonly tallyKeys: readonly string[];
  /** The closed pages of the interrupted files. */
  readonly origins: Origins;
}

const NOTHING: FoundInResumeStore = {
  handles: new Map(),
  openTabs: [],
  files: [],
  deleted: [],
  tallyKeys: [],
  origins: new Map(),
};

/**
 * Reads the resume store, reports the interrupted uploads of the signed-in user, and deletes unusable records.
 *
 * @param deletedFiles by id
 */
export function* findInterrupted(
  ownTab: string,
  deletedFiles: Pick<ReadonlySet<string>, 'has'>,
): SagaOf<FoundInResumeStore> {
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined) return NOTHING;
  const stored = yield* readResumeRecords();
  if (stored === undefined) return NOTHING;
  const { journal, ...parsed } = stored;
  const tabs = new Set([...journal.values()].flatMap(tabsOf));
  tabs.delete(ownTab);
  const openTabs = yield* findOpenTabs(tabs);
  if ((yield* select(selectSessionOwner)) !== owner) return NOTHING;
  const handles = new Map(
    [...journal].flatMap(([key, record]) => (hasHandle(record) ? [[key, record.handle] as const] : [])),
  );
  const isDeleted = ({ id }: UploadFile) => deletedFiles.has(id);
  const isClosed = (tab: string) => tab !== ownTab && !openTabs.includes(tab);
  const own = parsed.entries.filter(({ file }) => belongsTo(file, owner));
  const offered = own.filter(({ file }) => !isDeleted(file));
  const tallies = parsed.tallies.filter((tally) => belongsTo(tally, owner));
  yield* report({ entries: offered, tallies }, isClosed, { handles, openTabs });
  const isOfOpenTab = (key: string) => tabsOf(journal.get(key)).some((tab) => !isClosed(tab));
  yield* deleteUnusable(parsed, isOfOpenTab);
  const deleted = own.filter(({ file, tab }) => isClosed(tab) && isDeleted(file)).map(({ file }) => file);
  const tallyKeys = tallies.filter(({ tab }) => isClosed(tab)).map(tallyKey);
  const origins = new Map(own.filter(({ tab }) => isClosed(tab)).map(({ file, tab }) => [file.id, tab]));
  return { handles, openTabs, files: own.map(({ file }) => file), deleted, tallyKeys, origins };
}

/** Reports the records of the signed-in user. */
function* report(
  { entries, tallies }: Pick<ParsedRecords, 'entries' | 'tallies'>,
  isClosed: (tab: string) => boolean,
  { handles, openTabs }: Pick<FoundInResumeStore, 'handles' | 'openTabs'>,
): SagaOf<void> {
  const queued = new Set((yield* select(selectAllUploads)).map((file) => file.id));
  const unqueued = entries.filter(({ file }) => !queued.has(file.id));
  const interrupted = unqueued.filter(({ tab }) => isClosed(tab));
  const closedTabs = new Set(interrupted.map(({ tab }) => tab));
  const done = tallies.filter(({ tab }) => closedTabs.has(tab));
  yield* put(
    interruptedFound({
      files: interrupted.map(({ file }) => file),
      isReopenable: interrupted.some(({ file }) => handles.has(file.id)),
      done: {
        files: done.reduce((sum, tally) => sum + tally.done, 0),
        bytes: done.reduce((sum, tally) => sum + tally.bytes, 0),
      },
      isElsewhere: unqueued.some(({ tab }) => openTabs.includes(tab)),
    }),
  );
}

/** Deletes what no page can use. The records of open tabs are theirs: another version of the app may understand them. */
function* deleteUnusable(
  { entries, tallies, unreadable, strayParts }: ParsedRecords,
  isOfOpenTab: (key: string) => boolean,
): SagaOf<void> {
  const { toast } = yield* getPorts();
  const neededTabs = new Set(entries.map(({ tab }) => tab));
  const unusable = unreadable.filter((key) => !isOfOpenTab(key));
  const tallyKeys = tallies.filter(({ tab }) => !neededTabs.has(tab)).map(tallyKey);
  const recordsGone = [...unusable, ...tallyKeys.filter((key) => !isOfOpenTab(key))];
  const partsGone = strayParts.filter((key) => !isOfOpenTab(fileOfPart(key)));
  yield* writeResumeRecords({ ...noChanges(), recordsGone, partsGone });
  if (unusable.length > 0) yield* call(toast, unreadableText(unusable.length), 'warning');
}

function unreadableText(count: number): string {
  return plural(
    count,
    'The record of 1 interrupted upload could not be read. It can’t be resumed.',
    `The records of ${formatCount(count)} interrupted uploads could not be read. They can’t be resumed.`,
  );
}

function hasHandle(record: unknown): record is { readonly handle: unknown } {
  return typeof record === 'object' && record !== null && 'handle' in record;
}

/** Returns the page of a record, which may be of another version; none if it is not known. */
function tabsOf(record: unknown): readonly string[] {
  const hasTab = typeof record === 'object' && record !== null && 'tab' in record && typeof record.tab === 'string';
  return hasTab ? [record.tab as string] : [];
}
