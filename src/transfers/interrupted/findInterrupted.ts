import * as v from 'valibot';
import { belongsTo } from '@data-manager/domain/session/session';
import type { ParsedRecords } from '@data-manager/domain/uploads/parseResumeRecords';
import { fileOfPart, noChanges, tallyKey } from '@data-manager/domain/uploads/resumeRecords';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import { formatCount } from '@data-manager/lib/formatNumber';
import { plural } from '@data-manager/lib/plural';
import { call, getContext, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import type { HasFeature } from '../../api/configuration';
import { getPorts } from '../../platform/getPorts';
import { lazyPort } from '../../platform/lazyPort';
import { selectSessionOwner } from '../../session/sessionSlice';
import { writeResumeRecords } from '../uploads/persistUploads';
import { findOpenTabs, readResumeRecords, type Origins } from '../uploads/takeOver';
import { selectAllUploads } from '../uploads/uploadsSelectors';
import type { compareWithServer, ServerUploads } from './compareWithServer';
import { interruptedFound, type InterruptedState } from './interruptedSlice';

/** Content of the resume store that is not part of the state. */
export interface FoundInResumeStore {
  /** File handles by file id, as stored by another page. */
  readonly handles: ReadonlyMap<string, unknown>;
  /** Other open tabs that have records, of any user. */
  readonly openTabs: readonly string[];
  /** Files of the signed-in user, also the files of open tabs. */
  readonly files: readonly UploadFile[];
  /** Keys of the tallies of the interrupted uploads. */
  readonly tallyKeys: readonly string[];
  /** The closed pages of the interrupted files. Files of other computers have none. */
  readonly origins: Origins;
}

/** Asks the server for the uploads that other computers have begun. */
export interface ServerQuestion {
  /** Whose uploads are reported even if they were active just now. */
  readonly place?: string | undefined;
}

const NOTHING: FoundInResumeStore = {
  handles: new Map(),
  openTabs: [],
  files: [],
  tallyKeys: [],
  origins: new Map(),
};

/**
 * Reads the resume store, reports the interrupted uploads of the signed-in user, and deletes unusable records.
 *
 * @param deletedFiles the ids of files in deleted places, which are not offered
 * @param asked what the server is asked for; undefined until the page has requested a check
 */
export function* findInterrupted(
  ownTab: string,
  deletedFiles: Pick<ReadonlySet<string>, 'has'>,
  asked?: ServerQuestion,
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
    [...journal].flatMap(([key, record]) => (v.is(WithHandle, record) ? [[key, record.handle] as const] : [])),
  );
  const isClosed = (tab: string) => tab !== ownTab && !openTabs.includes(tab);
  const own = parsed.entries.filter(({ file }) => belongsTo(file, owner));
  const origins = new Map(own.filter(({ tab }) => isClosed(tab)).map(({ file, tab }) => [file.id, tab]));
  const files = own.map(({ file }) => file);
  const server = asked && (yield* askServer(ownTab, files, origins, asked.place));
  const isOffered = ({ id }: UploadFile) => !deletedFiles.has(id) && server?.ended.has(id) !== true;
  const tallies = parsed.tallies.filter((tally) => belongsTo(tally, owner));
  const offered = { entries: own.filter(({ file }) => isOffered(file)), tallies };
  const elsewhere = server?.elsewhere.filter(isOffered) ?? [];
  const place = asked?.place;
  const reported = { ...server?.reported, ...(place !== undefined && { place }) };
  yield* report(offered, isClosed, { handles, openTabs, elsewhere, ...reported });
  const isOfOpenTab = (key: string) => tabsOf(journal.get(key)).some((tab) => !isClosed(tab));
  yield* deleteUnusable(parsed, isOfOpenTab);
  const tallyKeys = tallies.filter(({ tab }) => isClosed(tab)).map(tallyKey);
  return { handles, openTabs, files: [...files, ...(server?.elsewhere ?? [])], tallyKeys, origins };
}

const loadComparison = lazyPort(() => import('./compareWithServer'));

/** Compares the records with the server, if it lists uploads. */
function* askServer(...request: Parameters<typeof compareWithServer>): SagaOf<ServerUploads | undefined> {
  const hasFeature = yield* getContext<HasFeature>('hasFeature');
  if (!(yield* call(hasFeature, 'uploads.list'))) return undefined;
  const { compareWithServer: compare } = yield* call(loadComparison);
  return yield* compare(...request);
}

type Reported = Pick<FoundInResumeStore, 'handles' | 'openTabs'> &
  Pick<ServerUploads, 'elsewhere'> &
  ServerUploads['reported'] &
  Pick<InterruptedState, 'place'>;

/** Reports the records of the signed-in user. */
function* report(
  { entries, tallies }: Pick<ParsedRecords, 'entries' | 'tallies'>,
  isClosed: (tab: string) => boolean,
  { handles, openTabs, elsewhere, ...reported }: Reported,
): SagaOf<void> {
  const queued = new Set((yield* select(selectAllUploads)).map((file) => file.id));
  const unqueued = entries.filter(({ file }) => !queued.has(file.id));
  const interrupted = unqueued.filter(({ tab }) => isClosed(tab));
  const closedTabs = new Set(interrupted.map(({ tab }) => tab));
  const done = tallies.filter(({ tab }) => closedTabs.has(tab));
  yield* put(
    interruptedFound({
      files: [...interrupted.map(({ file }) => file), ...elsewhere],
      ...reported,
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

const WithHandle = v.object({ handle: v.unknown() });
const WithTab = v.object({ tab: v.string() });

/** Returns the page of a record, which may be of another version; none if it is not known. */
function tabsOf(record: unknown): readonly string[] {
  return v.is(WithTab, record) ? [record.tab] : [];
}
