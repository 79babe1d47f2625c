import { parseResumeRecords, type ParsedRecords } from '@data-manager/domain/uploads/parseResumeRecords';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import { all, arm, call, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { getRecords, readRecords } from '../../platform/records/getRecords';
import { isPageOpen, takeOverFrom } from '../machine/pageLocks';
import { postMessage, type MachineMessage } from '../machine/tabMessages';

/** The name of the machine. */
export const UPLOADS = 'uploads';

/** The state with the id under which this page stores its uploads. */
interface WithOwnTab {
  readonly interrupted: { readonly tab?: string };
}

/** Waits until this page can take uploads over, and returns the id under which it stores them. */
export function waitForOwnTab(): SagaOf<string> {
  return waitFor((state: WithOwnTab) => state.interrupted.tab);
}

/** Returns the tabs whose pages are open. */
export function* findOpenTabs(tabs: ReadonlySet<string>): SagaOf<readonly string[]> {
  const isOpen = yield* all([...tabs].map((tab) => arm.call(isPageOpen, UPLOADS, tab)));
  return [...tabs].filter((_tab, index) => isOpen[index]);
}

/** The closed pages to which interrupted files belong, by the id of the file. */
export type Origins = ReadonlyMap<string, string>;

/**
 * Takes interrupted files over: other tabs no longer offer them. Returns the files that no other tab has resumed or discarded
 * since this tab has read their records, as they are stored now.
 */
export function* takeOver(tab: string, origins: Origins, ids: Iterable<string>): SagaOf<readonly UploadFile[]> {
  const wanted = new Set(ids);
  const taken: UploadFile[] = [];
  for (const origin of new Set([...wanted].flatMap((id) => origins.get(id) ?? []))) {
    taken.push(...(yield* takeOverFrom(UPLOADS, origin, () => changeTab(wanted, origin, tab))));
  }
  if (taken.length > 0) yield* announceStored();
  return taken;
}

/** Makes files interrupted again that were taken over but neither resumed nor discarded. */
export function* giveBack(tab: string, origins: Origins, ids: readonly string[]): SagaOf<void> {
  if (ids.length === 0) return;
  for (const origin of new Set(ids.flatMap((id) => origins.get(id) ?? []))) {
    yield* changeTab(new Set(ids.filter((id) => origins.get(id) === origin)), tab, origin);
  }
  yield* announceStored();
}

/** Makes the other tabs read the records again. */
export function announceStored(): SagaOf<void> {
  return postMessage({ kind: 'stored', machine: UPLOADS } satisfies MachineMessage);
}

/** Reads the resume store. Undefined if the browser refuses. */
export function* readResumeRecords(): SagaOf<
  (ParsedRecords & { readonly journal: ReadonlyMap<string, unknown> }) | undefined
> {
  // Parts are read first, so that each of them has a record even if files are queued in between.
  const parts = yield* readRecords('upload-journal-parts');
  const journal = yield* readRecords('upload-journal');
  return parts && journal && { journal, ...parseResumeRecords(journal, parts) };
}

/** Passes the files of a tab, as far as they are wanted, to another one and returns them. */
function* changeTab(wanted: ReadonlySet<string>, from: string, to: string): SagaOf<readonly UploadFile[]> {
  const stored = yield* readResumeRecords();
  if (stored === undefined) return [];
  const { journal, entries } = stored;
  const files = entries.filter(({ file, tab }) => tab === from && wanted.has(file.id)).map(({ file }) => file);
  const changed = files.map(({ id }) => [id, { ...(journal.get(id) as object), tab: to }] as const);
  // If the browser refuses to write, the files are still handled here: no other tab can do better.
  if (changed.length > 0) yield* call((yield* getRecords('upload-journal')).put, changed);
  return files;
}
