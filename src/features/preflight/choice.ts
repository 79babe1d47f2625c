import type { FileEntry } from '../../domain/fileListing';
import { parseFileName, type ParsedFileName } from '../../domain/fileName';
import type { GapJudge } from '../../domain/gapMarks';
import { isStorableKey } from '../../domain/storableKey';
import { uploadKey, uploadName } from '../../domain/uploadKey';
import { UPLOAD_MAX_BYTES } from '../../domain/uploadPlan';
import type { FoundFile } from '../../platform/readFiles';
import { ROW_KINDS, type RowKind } from './rowKinds';

/** A file as it was chosen, before anything is sent. */
export interface ChosenRow extends FoundFile {
  /** Unique in this choice. */
  readonly id: string;
  /** The name that the person gave it instead of its own. */
  readonly newName?: string;
  /** What to do where the server has a file with the same key. */
  readonly decision?: CollisionDecision;
}

export type CollisionDecision = 'skip' | 'replace';

/** A row with the key that it will get. */
export interface KeyedRow extends ChosenRow {
  readonly key: string;
  /** What its name says; undefined where the name breaks the grammar. */
  readonly naming: ParsedFileName | undefined;
  readonly isStorable: boolean;
}

/** A row with all that there is to say about it. */
export interface CheckedRow extends KeyedRow {
  readonly kinds: readonly RowKind[];
  /** The file that stands under its key already. */
  readonly onServer: FileEntry | undefined;
  /** Why it can't be sent, in words; undefined for a row that can. */
  readonly problem: string | undefined;
  /** What else a person should know about it. */
  readonly note: string | undefined;
}

/** Where the files go. */
export interface UploadTarget {
  readonly sponsorId: string;
  /** `{project}` or `{project}/{dataset}`. */
  readonly keyPrefix: string;
}

/** The name under which a row's file is stored. */
export function nameOf(row: ChosenRow): string {
  return row.newName ?? row.file.name;
}

/** Gives rows their keys and reads their names. */
export type RowKeyer = (rows: readonly ChosenRow[]) => readonly KeyedRow[];

/** Keys rows for one target. A row that has not changed is not read again: one of ten thousand may be renamed at a time. */
export function createRowKeyer(target: UploadTarget): RowKeyer {
  const known = new WeakMap<ChosenRow, KeyedRow>();
  return (rows) =>
    rows.map((row) => {
      const keyed = known.get(row) ?? keyRow(row, target);
      known.set(row, keyed);
      return keyed;
    });
}

function keyRow(row: ChosenRow, target: UploadTarget): KeyedRow {
  const parsed = parseFileName(nameOf(row));
  const key = keyOf(row, target);
  return { ...row, key, naming: parsed.ok ? parsed.value : undefined, isStorable: isStorableKey(key) };
}

/** What rows are held against. */
interface CheckedAgainst {
  /** The server's files by key. */
  readonly taken: ReadonlyMap<string, FileEntry>;
  /** Undefined where nobody has said: then sections are not checked. */
  readonly totalSections: number | undefined;
  /** Tells what is missing beside a file. */
  readonly judgeGaps: GapJudge;
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
  const { taken, totalSections, judgeGaps } = against;
  if (isSkipped(row, taken)) return ['skipped', ...judgeGaps(row)];
  const kinds: RowKind[] = nameKinds(row, totalSections);
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

/** Whether the server's file of the same key is kept instead of this one. */
export function isSkipped(row: KeyedRow, taken: ReadonlyMap<string, FileEntry>): boolean {
  return row.decision === 'skip' && taken.has(row.key);
}

/** The rows whose files go to the server. */
export function rowsToSend(rows: readonly CheckedRow[]): readonly CheckedRow[] {
  return rows.filter((row) => !row.kinds.includes('skipped'));
}

/** Files of the operating system, as rows to look at: they get no key and are not sent. */
export function systemRows(rows: readonly ChosenRow[]): readonly CheckedRow[] {
  return rows.map((row) =>
    withKinds({ ...row, key: row.relativePath, naming: undefined, isStorable: true }, ['system'], undefined),
  );
}

/**
 * Whether a row is wrong by itself. Of two rows with one key neither is, nor is one
 * whose key is taken on the server: which of them goes is the person's to say.
 */
export function canOnlyBeLeftOut({ kinds }: CheckedRow): boolean {
  return kinds.some((kind) => kind !== 'duplicate' && kind !== 'undecided' && ROW_KINDS[kind].blocks);
}

/** What is wrong with a row's name. Mosaic files are text and named by the microscope. */
function nameKinds(row: KeyedRow, totalSections: number | undefined): RowKind[] {
  if (row.naming === undefined) return /^mosaic[^/\\]*\.txt$/i.test(nameOf(row)) ? [] : ['invalid'];
  return totalSections !== undefined && row.naming.section > totalSections ? ['beyondTotal'] : [];
}

function withKinds(row: KeyedRow, kinds: readonly RowKind[], onServer: FileEntry | undefined): CheckedRow {
  const problem = kinds.find((kind) => ROW_KINDS[kind].blocks);
  const note = kinds.find((kind) => !ROW_KINDS[kind].blocks);
  return {
    ...row,
    kinds,
    onServer,
    problem: problem && ROW_KINDS[problem].inRow,
    note: note && ROW_KINDS[note].inRow,
  };
}

/** The key that a row's file gets. */
export function keyOf(row: ChosenRow, { sponsorId, keyPrefix }: UploadTarget): string {
  const named = {
    name: row.file.name,
    webkitRelativePath: row.relativePath,
    ...(row.newName !== undefined && { newName: row.newName }),
  };
  return uploadKey(sponsorId, keyPrefix, uploadName(named, keyPrefix));
}
