import type { FileEntry, ImageProblem } from '@data-manager/domain/listing/fileListing';
import { parseFileName, type ParsedFileName } from '@data-manager/domain/names/grammar';
import { keyProblem } from '@data-manager/domain/names/keyRules';
import { foreignDataset } from '@data-manager/domain/names/nameTrouble';
import { blocks, type RowKind } from '@data-manager/domain/preflight/rowKinds';
import type { RowContent } from '@data-manager/domain/preflight/worklist';
import { datasetFolder, type PlannedDataset } from '@data-manager/domain/uploads/uploadForecast';
import { adoptTitle, uploadKey, uploadName } from '@data-manager/domain/uploads/uploadKey';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { lastSegment } from '@data-manager/lib/lastSegment';
import type { FoundFile } from '../../platform/reading/readFiles';

/** A chosen file before the upload. */
export interface ChosenRow extends FoundFile {
  /** Unique among the chosen files. */
  readonly id: string;
  /** The same if the file is chosen again. Kept, because each new file is compared with all chosen files. */
  readonly identity: string;
  /** The name that the user gave to the file. */
  readonly newName?: string;
  /** What to do if the server has a file with the same key. */
  readonly decision?: CollisionDecision;
  /** Why the file is not a complete TIFF, although its name says so. Absent until its content has been checked. */
  readonly imageProblem?: ImageProblem;
  /** True if the file is not uploaded, and false if the user wants it to be uploaded although there is a reason not to. */
  readonly isLeftOut?: boolean;
  /** How the content compares with the file on the server. Absent until it has been compared. */
  readonly content?: RowContent;
}

/** What to do with a file whose key exists on the server. */
export type CollisionDecision = 'skip' | 'replace';

/** A chosen file with its future key. */
export interface KeyedRow extends ChosenRow {
  /** The name under which the file is stored. */
  readonly name: string;
  readonly key: string;
  /** Undefined if the name does not follow the naming format. */
  readonly naming: ParsedFileName | undefined;
  readonly isStorable: boolean;
}

/** A chosen file after all checks. */
export interface CheckedRow extends KeyedRow {
  readonly kinds: readonly RowKind[];
  /** The file on the server with the same key. */
  readonly onServer: FileEntry | undefined;
  /** The finding that blocks the upload; undefined if there is none. */
  readonly problem: RowKind | undefined;
  /** A finding that does not block the upload. */
  readonly note: RowKind | undefined;
  /** The other dataset that a `foreign` name begins with; empty if there is none. */
  readonly namedFor: string | undefined;
}

/** The destination of the upload. */
export interface UploadTarget {
  readonly sponsorId: string;
  /** `{project}` or `{project}/{dataset}`. */
  readonly keyPrefix: string;
  /** The titles of a project's datasets: a folder of the same name in another spelling is uploaded into the dataset. */
  readonly titles?: readonly string[];
}

/** Returns the name under which the file is stored. */
export function nameOf(row: ChosenRow): string {
  return row.newName ?? row.file.name;
}

/** Adds keys to rows and parses their names. */
export type RowKeyer = (rows: readonly ChosenRow[]) => readonly KeyedRow[];

/** Creates a `RowKeyer` that caches its results, because one of 10,000 rows may be renamed at a time. */
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
  const name = nameOf(row);
  return { ...row, name, key, naming: parseFileName(name), isStorable: keyProblem(key) === undefined };
}

/** Returns true if the row is not uploaded: it is left out, or the server's file with the same key is kept. */
export function isSkipped(row: KeyedRow, serverFiles: ReadonlyMap<string, FileEntry>): boolean {
  return row.isLeftOut === true || (row.decision === 'skip' && serverFiles.has(row.key));
}

/** Returns the rows to upload. */
export function rowsToSend(rows: readonly CheckedRow[]): readonly CheckedRow[] {
  return rows.filter((row) => !row.kinds.includes('skipped'));
}

/**
 * Returns true if the row itself is invalid. Duplicates and files that exist on the server are not: the user chooses which
 * of them to keep.
 */
export function isInvalid({ kinds }: CheckedRow): boolean {
  return kinds.some((kind) => kind !== 'duplicate' && kind !== 'undecided' && blocks(kind));
}

/** Returns the future key of a file. */
export function keyOf(row: ChosenRow, target: UploadTarget): string {
  return uploadKey(target.sponsorId, target.keyPrefix, pathOf(row, target));
}

/** Returns the path of a file below the destination. */
export function pathOf(row: ChosenRow, { keyPrefix, titles = [] }: UploadTarget): string {
  const named = {
    name: row.file.name,
    webkitRelativePath: row.relativePath,
    ...(row.newName !== undefined && { newName: row.newName }),
  };
  return adoptTitle(uploadName(named, keyPrefix), titles);
}

/** Returns the dataset that a file is named for; undefined if that is its own, or if its folder is not a dataset. */
export type FindForeign = (row: KeyedRow) => string | undefined;

/** Creates a `FindForeign` for the datasets of a project. */
export function createFindForeign(datasets: readonly PlannedDataset[]): FindForeign {
  const titles = new Map(datasets.map(({ path }) => [path, lastSegment(path)]));
  const others = [...titles.values()];
  return (row) => {
    const own = row.naming && titles.get(datasetFolder(row.key));
    return own === undefined ? undefined : foreignDataset(nameOf(row), own, others);
  };
}

/** Orders files by section, channel and layer of the names they were chosen with, so that renaming does not move them. */
export function bySection(left: KeyedRow, right: KeyedRow): number {
  const [one, other] = [originalNaming(left), originalNaming(right)];
  if (one === undefined || other === undefined) {
    if (one === other) return compareNatural(left.file.name, right.file.name);
    return one === undefined ? -1 : 1;
  }
  return (
    one.section - other.section ||
    one.channel - other.channel ||
    one.layer - other.layer ||
    compareNatural(left.key, right.key)
  );
}

function originalNaming(row: KeyedRow): ParsedFileName | undefined {
  return row.newName === undefined ? row.naming : parseFileName(row.file.name);
}

/** The files on the server below the destination. */
export type ServerListing =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly entries: readonly FileEntry[] }
  | { readonly status: 'failed'; readonly retry: () => void };
