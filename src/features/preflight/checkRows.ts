import type { GapMarker } from '../../domain/completeness/gapMarks';
import type { FileEntry } from '../../domain/listing/fileListing';
import { datasetFolder, type SectionTotals } from '../../domain/uploads/uploadForecast';
import { UPLOAD_MAX_BYTES } from '../../domain/uploads/uploadPlan';
import { isSkipped, nameOf, type CheckedRow, type ChosenRow, type KeyedRow } from './choice';
import { preflightWords } from './preflightWords';
import { blocks, type RowKind } from './rowKinds';

/** What rows are held against. */
interface CheckedAgainst {
  /** The server's files by key. */
  readonly taken: ReadonlyMap<string, FileEntry>;
  /** Where nobody has said, sections are not checked. */
  readonly totals: SectionTotals;
  /** Tells what is missing beside a file. */
  readonly judgeGaps: GapMarker;
}

/**
 * Says what is to be said about each row: the grammar of names, the number of sections (where it is known), keys that
 * occur twice or are taken on the server, sizes, what is missing beside it. Nothing is wrong with a row that is skipped.
 */
export type RowChecker = (rows: readonly KeyedRow[], against: CheckedAgainst) => readonly CheckedRow[];

/** A checker that gives a row back as it was where there is nothing else to say, and so with all of them together. */
export function createRowChecker(): RowChecker {
  const known = new WeakMap<KeyedRow, CheckedRow>();
  let last: readonly CheckedRow[] = [];
  return (rows, against) => {
    const seen = new Map<string, number>();
    for (const row of rows) if (!isSkipped(row, against.taken)) seen.set(row.key, (seen.get(row.key) ?? 0) + 1);
    const checked = rows.map((row) => {
      const onServer = against.taken.get(row.key);
      const kinds = kindsOf(row, against, (seen.get(row.key) ?? 0) > 1);
      const before = known.get(row);
      if (before?.onServer === onServer && before && isSameList(before.kinds, kinds)) return before;
      const after = withKinds(row, kinds, onServer);
      known.set(row, after);
      return after;
    });
    if (!isSameList(checked, last)) last = checked;
    return last;
  };
}

function kindsOf(row: KeyedRow, against: CheckedAgainst, isDuplicate: boolean): readonly RowKind[] {
  const { taken, totals, judgeGaps } = against;
  if (isSkipped(row, taken)) return ['skipped', ...judgeGaps(row)];
  const kinds: RowKind[] = nameKinds(row, totals(datasetFolder(row.key)));
  if (!row.isStorable) kinds.push('unstorable');
  if (isDuplicate) kinds.push('duplicate');
  if (row.size > UPLOAD_MAX_BYTES) kinds.push('tooLarge');
  if (taken.has(row.key)) kinds.push(row.decision === 'replace' ? 'replacing' : 'undecided');
  if (row.size === 0) kinds.push('empty');
  kinds.push(...judgeGaps(row));
  return kinds;
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

/** Files of the operating system, as rows to look at: they get no key and are not sent. */
export function systemRows(rows: readonly ChosenRow[]): readonly CheckedRow[] {
  return rows.map((row) =>
    withKinds({ ...row, key: row.relativePath, naming: undefined, isStorable: true }, ['system'], undefined),
  );
}

/** What is wrong with a row's name. Mosaic files are text and named by the microscope. */
function nameKinds(row: KeyedRow, totalSections: number | undefined): RowKind[] {
  if (row.naming === undefined) return /^mosaic[^/\\]*\.txt$/i.test(nameOf(row)) ? [] : ['invalid'];
  return totalSections !== undefined && row.naming.section > totalSections ? ['beyondTotal'] : [];
}

function withKinds(row: KeyedRow, kinds: readonly RowKind[], onServer: FileEntry | undefined): CheckedRow {
  const problem = kinds.find(blocks);
  const note = kinds.find((kind) => !blocks(kind));
  return {
    ...row,
    kinds,
    onServer,
    problem: problem && preflightWords.kinds[problem].inRow,
    note: note && preflightWords.kinds[note].inRow,
  };
}
