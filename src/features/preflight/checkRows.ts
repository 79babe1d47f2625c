import type { GapMarker } from '@data-manager/domain/completeness/gapMarks';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { isMosaicName } from '@data-manager/domain/names/grammar';
import { blocks, type RowKind } from '@data-manager/domain/preflight/rowKinds';
import { datasetFolder, type SectionTotals } from '@data-manager/domain/uploads/uploadForecast';
import { UPLOAD_MAX_BYTES } from '@data-manager/domain/uploads/uploadPlan';
import { bySection, isSkipped, nameOf, type CheckedRow, type ChosenRow, type FindForeign, type KeyedRow } from './rows';

interface CheckContext {
  /** The server's files by key. */
  readonly serverFiles: ReadonlyMap<string, FileEntry>;
  /** The number of sections by folder; undefined if it is unknown. */
  readonly totals: SectionTotals;
  readonly markGaps: GapMarker;
  readonly findForeign: FindForeign;
}

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
    const seen = new Map<string, number>();
    for (const row of rows) if (!isSkipped(row, context.serverFiles)) seen.set(row.key, (seen.get(row.key) ?? 0) + 1);
    const checked = rows.map((row) => {
      const onServer = context.serverFiles.get(row.key);
      const namedFor = context.findForeign(row);
      const kinds = kindsOf(row, context, (seen.get(row.key) ?? 0) > 1, namedFor);
      const before = known.get(row);
      const isSame = before?.onServer === onServer && before?.namedFor === namedFor;
      if (before !== undefined && isSame && isSameList(before.kinds, kinds)) return before;
      const after = withKinds(row, kinds, onServer, namedFor);
      known.set(row, after);
      return after;
    });
    checked.sort(bySection);
    if (!isSameList(checked, last)) last = checked;
    return last;
  };
}

/** Returns the kinds in order of importance: the row shows the first one. */
function kindsOf(
  row: KeyedRow,
  context: CheckContext,
  isDuplicate: boolean,
  namedFor: string | undefined,
): readonly RowKind[] {
  const { serverFiles, totals, markGaps } = context;
  const content: readonly RowKind[] = row.imageProblem === undefined ? [] : ['unreadable'];
  const isAsked = namedFor !== undefined && namedFor !== '' && row.isLeftOut === undefined;
  const notes: readonly RowKind[] = [
    ...(namedFor === undefined || isAsked ? [] : (['foreign'] as const)),
    ...markGaps(row),
  ];
  if (isSkipped(row, serverFiles)) return ['skipped', ...content, ...notes];
  const kinds: RowKind[] = nameKinds(row, totals(datasetFolder(row.key)));
  if (!row.isStorable) kinds.push('unstorable');
  if (isDuplicate) kinds.push('duplicate');
  if (row.size > UPLOAD_MAX_BYTES) kinds.push('tooLarge');
  if (isAsked) kinds.push('elsewhere');
  const isReplacing = row.decision === 'replace';
  if (serverFiles.has(row.key) && !isReplacing) kinds.push('undecided');
  if (row.size === 0) kinds.push('empty');
  kinds.push(...content);
  if (serverFiles.has(row.key) && isReplacing) kinds.push('replacing');
  kinds.push(...notes);
  return kinds;
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

/** Returns rows for operating system files, which are shown but not uploaded. */
export function systemRows(rows: readonly ChosenRow[]): readonly CheckedRow[] {
  return rows.map((row) =>
    withKinds(
      { ...row, name: nameOf(row), key: row.relativePath, naming: undefined, isStorable: true },
      ['system'],
      undefined,
      undefined,
    ),
  );
}

/** Returns what is wrong with a row's name and key alone. */
export function validateName(row: KeyedRow, totals: SectionTotals): RowKind | undefined {
  return nameKinds(row, totals(datasetFolder(row.key)))[0] ?? (row.isStorable ? undefined : 'unstorable');
}

/** Checks a row's name. Mosaic text files keep the name that the microscope gave them. */
function nameKinds(row: KeyedRow, totalSections: number | undefined): RowKind[] {
  if (row.naming === undefined) return isMosaicName(nameOf(row)) ? [] : ['invalid'];
  return totalSections !== undefined && row.naming.section > totalSections ? ['beyondTotal'] : [];
}

function withKinds(
  row: KeyedRow,
  kinds: readonly RowKind[],
  onServer: FileEntry | undefined,
  namedFor: string | undefined,
): CheckedRow {
  return { ...row, kinds, onServer, namedFor, problem: kinds.find(blocks), note: kinds.find((kind) => !blocks(kind)) };
}
