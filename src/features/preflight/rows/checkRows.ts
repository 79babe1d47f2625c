import { shallowEqual } from 'react-redux';
import type { GapMarker } from '@data-manager/domain/completeness/gapMarks';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { keepsName } from '@data-manager/domain/names/grammar';
import { blocks, type RowKind } from '@data-manager/domain/preflight/rowKinds';
import { scanPlace } from '@data-manager/domain/preflight/worklist';
import { datasetFolder, type SectionTotals } from '@data-manager/domain/uploads/uploadForecast';
import { UPLOAD_MAX_BYTES } from '@data-manager/domain/uploads/uploadPlan';
import {
  bySection,
  findForeign,
  isLeftOut,
  nameOf,
  type CheckedRow,
  type ChosenRow,
  type KeyedRow,
  type NamedFolders,
  type ServerScans,
} from './rows';

interface CheckContext {
  /** The server's files by key. */
  readonly serverFiles: ReadonlyMap<string, FileEntry>;
  /** The number of sections by folder; undefined if it is unknown. */
  readonly totals: SectionTotals;
  readonly markGaps: GapMarker;
  readonly folders: NamedFolders;
  readonly serverScans: ServerScans;
}

/** What the checks of the whole choice say about a row. */
interface RowFacts {
  readonly onServer: FileEntry | undefined;
  readonly namedFor: string | undefined;
  readonly otherScans: readonly FileEntry[];
  readonly isDuplicate: boolean;
  readonly isScannedAgain: boolean;
}

const NO_SCANS: readonly FileEntry[] = [];

/**
 * Checks names, section numbers, duplicate keys, keys on the server, sizes and gaps, and sorts by section and channel. Rows that
 * are left out have no problems.
 */
export type RowChecker = (rows: readonly KeyedRow[], context: CheckContext) => readonly CheckedRow[];

/** Creates a `RowChecker` that returns the same objects as before for rows whose findings have not changed. */
export function createRowChecker(): RowChecker {
  const known = new WeakMap<KeyedRow, CheckedRow>();
  let last: readonly CheckedRow[] = [];
  return (rows, context) => {
    const checked = findFacts(rows, context).map((facts, index) => {
      const row = rows[index] as KeyedRow;
      const kinds = kindsOf(row, context, facts);
      const before = known.get(row);
      const isSame =
        before?.onServer === facts.onServer &&
        before?.namedFor === facts.namedFor &&
        before?.otherScans === facts.otherScans;
      if (before !== undefined && isSame && shallowEqual(before.kinds, kinds)) return before;
      const after = withKinds(row, kinds, facts);
      known.set(row, after);
      return after;
    });
    checked.sort(bySection);
    if (!shallowEqual(checked, last)) last = checked;
    return last;
  };
}

/**
 * Compares the rows with each other and with the server. A file on the server with the same key is no other scan, a damaged file
 * that is left out is no alternative, and images of another dataset are scans of each other only, once the user wants them.
 */
function findFacts(rows: readonly KeyedRow[], context: CheckContext): readonly RowFacts[] {
  const { serverFiles, serverScans, folders } = context;
  const keys = new Map<string, number>();
  const places = new Map<string, number>();
  const found = rows.map((row) => {
    const namedFor = findForeign(row, folders);
    const onServer = serverFiles.get(row.key);
    const isWanted = namedFor === undefined || row.isLeftOut === false;
    const isLost = row.imageProblem !== undefined && row.isLeftOut === true;
    const isScan = row.naming !== undefined && onServer === undefined && isWanted && !isLost;
    const place = isScan ? scanPlace({ ...row, namedFor }) : undefined;
    if (!isLeftOut(row, serverFiles)) keys.set(row.key, (keys.get(row.key) ?? 0) + 1);
    if (place !== undefined) places.set(place, (places.get(place) ?? 0) + 1);
    return { key: row.key, namedFor, onServer, place };
  });
  return found.map(({ key, namedFor, onServer, place = '' }) => {
    const otherScans = serverScans.get(place) ?? NO_SCANS;
    const isScannedAgain = (places.get(place) ?? 0) > 1 || otherScans.length > 0;
    return { namedFor, onServer, otherScans, isScannedAgain, isDuplicate: (keys.get(key) ?? 0) > 1 };
  });
}

/** Returns the kinds in order of importance: the row shows the first one. */
function kindsOf(row: KeyedRow, context: CheckContext, facts: RowFacts): readonly RowKind[] {
  const { serverFiles, totals, markGaps } = context;
  const { namedFor, onServer, isDuplicate, isScannedAgain } = facts;
  if (row.isNoImage) return ['noImage', 'leftOut'];
  // A file that is kept on the server is not uploaded anyway, whatever its image is like.
  const isKept = onServer !== undefined && row.decision === 'leaveOut';
  const content: readonly RowKind[] = row.imageProblem === undefined || isKept ? [] : ['unreadable'];
  const notes: RowKind[] = namedFor === undefined ? [...markGaps(row)] : ['elsewhere'];
  if (isScannedAgain) notes.push('scannedAgain');
  if (onServer !== undefined && row.isLeftOut !== true) notes.push('onServer');
  if (isLeftOut(row, serverFiles)) return ['leftOut', ...content, ...notes];
  const kinds: RowKind[] = nameKinds(row, totals(datasetFolder(row.key)));
  if (!row.isStorable) kinds.push('unstorable');
  if (isDuplicate) kinds.push('duplicate');
  if (row.size > UPLOAD_MAX_BYTES) kinds.push('tooLarge');
  if (namedFor !== undefined && row.isLeftOut === undefined) kinds.push('foreign');
  const isReplacing = row.decision === 'replace';
  if (onServer !== undefined && !isReplacing) kinds.push('undecided');
  if (row.size === 0) kinds.push('empty');
  kinds.push(...content);
  if (onServer !== undefined && isReplacing) kinds.push('replacing');
  kinds.push(...notes);
  return kinds;
}

/** Returns rows for operating system files, which are shown but not uploaded. */
export function systemRows(rows: readonly ChosenRow[]): readonly CheckedRow[] {
  return rows.map((row) =>
    withKinds(
      {
        ...{ ...row, name: nameOf(row), path: row.relativePath, key: row.relativePath },
        ...{ naming: undefined, isStorable: true, isNoImage: false },
      },
      ['system'],
      { onServer: undefined, namedFor: undefined, otherScans: NO_SCANS },
    ),
  );
}

/** Returns what is wrong with a row's name and key alone. */
export function validateName(row: KeyedRow, totals: SectionTotals): RowKind | undefined {
  return nameKinds(row, totals(datasetFolder(row.key)))[0] ?? (row.isStorable ? undefined : 'unstorable');
}

/** Checks a row's name. */
function nameKinds(row: KeyedRow, totalSections: number | undefined): RowKind[] {
  if (row.naming === undefined) return keepsName(nameOf(row)) ? [] : ['invalid'];
  return totalSections !== undefined && row.naming.section > totalSections ? ['beyondTotal'] : [];
}

function withKinds(
  row: KeyedRow,
  kinds: readonly RowKind[],
  { onServer, namedFor, otherScans }: Pick<RowFacts, 'onServer' | 'namedFor' | 'otherScans'>,
): CheckedRow {
  const findings = { problem: kinds.find(blocks), note: kinds.find((kind) => !blocks(kind)) };
  return { ...row, kinds, onServer, namedFor, otherScans, ...findings };
}
