import type { FileEntry } from '../../domain/listing/fileListing';
import { parseFileName, type ParsedFileName } from '../../domain/names/fileName';
import { isStorableKey } from '../../domain/names/storableKey';
import { uploadKey, uploadName } from '../../domain/uploads/uploadKey';
import type { FoundFile } from '../../platform/readFiles';
import { blocks, type RowKind } from './rowKinds';

/** A file as it was chosen, before anything is sent. */
export interface ChosenRow extends FoundFile {
  /** Unique in this choice. */
  readonly id: string;
  /** The name that the person gave it instead of its own. */
  readonly newName?: string;
  /** What to do where the server has a file with the same key. */
  readonly decision?: CollisionDecision;
}

/** What becomes of a file whose key is taken on the server. */
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
  const key = keyOf(row, target);
  return { ...row, key, naming: parseFileName(nameOf(row)), isStorable: isStorableKey(key) };
}

/** Whether the server's file of the same key is kept instead of this one. */
export function isSkipped(row: KeyedRow, taken: ReadonlyMap<string, FileEntry>): boolean {
  return row.decision === 'skip' && taken.has(row.key);
}

/** The rows whose files go to the server. */
export function rowsToSend(rows: readonly CheckedRow[]): readonly CheckedRow[] {
  return rows.filter((row) => !row.kinds.includes('skipped'));
}

/**
 * Whether a row is wrong by itself. Of two rows with one key neither is, nor is one
 * whose key is taken on the server: which of them goes is the person's to say.
 */
export function canOnlyBeLeftOut({ kinds }: CheckedRow): boolean {
  return kinds.some((kind) => kind !== 'duplicate' && kind !== 'undecided' && blocks(kind));
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
