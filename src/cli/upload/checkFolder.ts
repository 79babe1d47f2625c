import { matchChecksums, type ChecksumMatches } from '@data-manager/domain/checksums/checksumFile';
import { createGapMarker } from '@data-manager/domain/completeness/gapMarks';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { isChecksumFileName } from '@data-manager/domain/names/grammar';
import { groupScans, keepRescans, listCards, repairNames, type Card } from '@data-manager/domain/preflight/worklist';
import { plannedDatasets } from '@data-manager/domain/uploads/plannedDatasets';
import { sectionTotals } from '@data-manager/domain/uploads/uploadForecast';
import { checkContents, findImageProblems, imagesOf } from '../../features/preflight/rows/checkContents';
import { createRowChecker } from '../../features/preflight/rows/checkRows';
import { ChoiceDraft } from '../../features/preflight/rows/choiceDraft';
import { compareContents, isToCompare } from '../../features/preflight/rows/compareContents';
import { findSumFaults, isIdenticalNamed, type SumFault } from '../../features/preflight/rows/findSumFaults';
import { forecastUpload } from '../../features/preflight/rows/forecastUpload';
import { readChecksumList } from '../../features/preflight/rows/readChecksumList';
import {
  createRowKeyer,
  diskPathOf,
  nameFolders,
  placeScans,
  type CheckedRow,
  type UploadTarget,
} from '../../features/preflight/rows/rows';
import { readFolder } from '../../platform/folders/readFolder';
import { diskFolder } from '../../platform/node/diskFolder';
import type { Ports } from '../../platform/ports';
import type { Place } from '../places';

/** What the user has decided about problems beforehand. */
export interface Decisions {
  /** Names that don't fit are repaired where only one name is sensible. */
  readonly rename: boolean;
  /** What a problem keeps from being uploaded is left out. */
  readonly skipProblems: boolean;
  /** What can be uploaded in spite of a problem is uploaded. */
  readonly yes: boolean;
}

/** The files of a folder, checked as the upload screen checks them. */
export interface CheckedFolder {
  readonly draft: ChoiceDraft;
  readonly target: UploadTarget;
  readonly rows: () => readonly CheckedRow[];
  readonly checksums: ChecksumMatches;
  readonly sumFaults: readonly SumFault[];
}

/** Reads and checks a folder. Stops early if the signal is aborted. */
export async function checkFolder(
  folder: string,
  { project, datasets, dataset, path: keyPrefix }: Place,
  entries: readonly FileEntry[],
  ports: Pick<Ports, 'clock' | 'hashPart' | 'probeFile'>,
  signal: AbortSignal,
): Promise<CheckedFolder> {
  const { sponsorId } = project;
  const draft = new ChoiceDraft();
  for await (const batch of readFolder(diskFolder(folder))) draft.dispatch({ type: 'filesAdded', ...batch });
  const titles = dataset === undefined ? datasets.map((one) => one.dataset) : undefined;
  const target: UploadTarget = { sponsorId, keyPrefix, ...(titles !== undefined && { titles }) };
  const planned = plannedDatasets(project, datasets);
  const sections = dataset?.physicalSections;
  const totals = sectionTotals(planned, { place: `${sponsorId}/${keyPrefix}`, sections });
  const serverFiles = new Map(entries.map((entry) => [entry.key, entry]));
  const folders = nameFolders(planned, serverFiles.keys());
  const serverScans = placeScans(entries, folders);
  const keyRows = createRowKeyer(target);
  const checkRows = createRowChecker();
  const rows = (): readonly CheckedRow[] => {
    const keyed = keyRows(draft.choice.rows);
    const markGaps = createGapMarker(forecastUpload(keyed, { serverFiles, datasets: planned, totals, folders }));
    return checkRows(keyed, { serverFiles, totals, markGaps, folders, serverScans });
  };
  await checkContents(imagesOf(draft.choice.rows), draft, signal);
  draft.dispatch({ type: 'problemsFound', problems: findImageProblems(draft.choice.rows, draft.results) });
  const checksums = await readChecksums(draft);
  await compareWithServer({ draft, rows }, ports, signal);
  const named = rows().filter((row) => isIdenticalNamed(row, checksums.sums));
  const sumFaults = await findSumFaults(named, checksums.sums, ports.hashPart, signal);
  return { draft, target, rows, checksums, sumFaults };
}

/** Compares the files that have gained a key of the server, by being read or renamed. */
async function compareWithServer(
  { draft, rows }: Pick<CheckedFolder, 'draft' | 'rows'>,
  ports: Pick<Ports, 'clock' | 'hashPart' | 'probeFile'>,
  signal: AbortSignal,
): Promise<void> {
  const contents = await compareContents(rows().filter(isToCompare), draft.compared, ports, signal);
  if (!signal.aborted) draft.dispatch({ type: 'contentsCompared', contents });
}

async function readChecksums({ choice }: ChoiceDraft): Promise<ChecksumMatches> {
  const lists = choice.rows.filter(({ file }) => isChecksumFileName(file.name));
  const read = await Promise.all(lists.map((row) => readChecksumList(row.file, diskPathOf(row))));
  const files = [...choice.rows, ...choice.systemFiles].map((row) => ({ id: row.id, path: diskPathOf(row) }));
  return matchChecksums(
    files,
    read.flatMap((list) => list ?? []),
  );
}

/** Clicks the buttons of the upload screen that the decisions stand for. */
export async function decide(
  checked: CheckedFolder,
  { rename, skipProblems, yes }: Decisions,
  ports: Pick<Ports, 'clock' | 'hashPart' | 'probeFile'>,
  signal: AbortSignal,
): Promise<void> {
  const { dispatch } = checked.draft;
  const rowsOf = (kind: Card<CheckedRow>['kind']): readonly CheckedRow[] =>
    listCards(checked.rows()).find((card) => card.kind === kind)?.rows ?? [];
  if (rename) {
    const steps = repairNames(rowsOf('names'));
    if (steps.length > 0) dispatch({ type: 'bulkRenamed', steps });
    await compareWithServer(checked, ports, signal);
  }
  if (yes || skipProblems) dispatch({ type: 'kept', ...keepRescans(groupScans(rowsOf('scans'))) });
  if (yes) {
    dispatch({ type: 'kept', kept: idsOf(rowsOf('foreign')), leftOut: [] });
    dispatch({ type: 'unreadableLeftOut', isLeftOut: false });
    const undecided = rowsOf('server').filter(({ decision }) => decision === undefined);
    dispatch({ type: 'decided', ids: idsOf(undecided), decision: 'replace' });
  }
}

/** Leaves out the files that can't be uploaded as they are. Returns how many. */
export function leaveOutProblems({ draft, rows }: CheckedFolder): number {
  const blocked = rows().filter(({ problem }) => problem !== undefined);
  if (blocked.length > 0) draft.dispatch({ type: 'removed', ids: idsOf(blocked) });
  return blocked.length;
}

function idsOf(rows: readonly CheckedRow[]): readonly string[] {
  return rows.map(({ id }) => id);
}
