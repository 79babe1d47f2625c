import type { FileEntry, ImageProblem } from '@data-manager/domain/listing/fileListing';
import {
  confirmedPrefixes,
  datasetNames,
  isForeignName,
  type DatasetNames,
} from '@data-manager/domain/names/datasetNames';
import {
  isNamedLikeOther,
  keepsName,
  namePrefix,
  parseFileName,
  type ParsedFileName,
} from '@data-manager/domain/names/grammar';
import { keyProblem } from '@data-manager/domain/names/keyRules';
import { repairedName } from '@data-manager/domain/names/nameTrouble';
import { blocks, type RowKind } from '@data-manager/domain/preflight/rowKinds';
import { scanPlace, type RowContent } from '@data-manager/domain/preflight/worklist';
import { datasetFolder, namedDataset, type PlannedDataset } from '@data-manager/domain/uploads/uploadForecast';
import { adoptTitle, uploadKey, uploadName } from '@data-manager/domain/uploads/uploadKey';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { lastSegment } from '@data-manager/lib/lastSegment';
import type { FoundFile } from '../../../platform/reading/readFiles';

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
export type CollisionDecision = 'leaveOut' | 'replace';

/** A chosen file with its future key. */
export interface KeyedRow extends ChosenRow {
  /** The name under which the file is stored. */
  readonly name: string;
  /** Its path below the destination. */
  readonly path: string;
  readonly key: string;
  /** Undefined if the name does not follow the naming format. */
  readonly naming: ParsedFileName | undefined;
  readonly isStorable: boolean;
  /** No image by its extension, and no text file about images: never uploaded. */
  readonly isNoImage: boolean;
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
  /** What the name of another dataset's image begins with; undefined for an image of the dataset. */
  readonly namedFor: string | undefined;
  /** The files on the server, under other keys, that are the same section, layer and channel. */
  readonly otherScans: readonly FileEntry[];
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

/** Returns the path on the disk, as far as it is known. */
export function diskPathOf({ file, relativePath }: ChosenRow): string {
  return relativePath === '' ? file.name : relativePath;
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
  const naming = parseFileName(name);
  const path = key
    .split('/')
    .slice(target.keyPrefix.split('/').length + 1)
    .join('/');
  const isNoImage = naming === undefined && !keepsName(name) && isNamedLikeOther(name);
  return { ...row, name, path, key, naming, isNoImage, isStorable: keyProblem(key) === undefined };
}

/** Returns true if the row is not uploaded: it is left out, no image, or the server's file with the same key is kept. */
export function isLeftOut(row: KeyedRow, serverFiles: ReadonlyMap<string, FileEntry>): boolean {
  return row.isLeftOut === true || row.isNoImage || (row.decision === 'leaveOut' && serverFiles.has(row.key));
}

/** Returns the rows to upload. */
export function rowsToSend(rows: readonly CheckedRow[]): readonly CheckedRow[] {
  return rows.filter((row) => !row.kinds.includes('leftOut'));
}

/** The findings that the user decides about, with what is to be done. The others that block the upload have to be repaired. */
export const DECISIONS: Readonly<Partial<Record<RowKind, string>>> = {
  duplicate: 'Choose among',
  foreign: 'Confirm or leave out',
  undecided: 'Leave out or replace',
};

/** Returns true if the row itself is invalid, and nothing proposes how to repair it. */
export function isBeyondRepair({ kinds, name }: CheckedRow): boolean {
  return kinds.some(
    (kind) =>
      blocks(kind) &&
      DECISIONS[kind] === undefined &&
      kind !== 'beyondTotal' &&
      !(kind === 'invalid' && repairedName(name) !== undefined),
  );
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

/** A dataset with what its images on the server are named. */
interface NamedFolder {
  readonly names: DatasetNames;
  readonly onServer: readonly string[];
}

/** Datasets by path. */
export type NamedFolders = ReadonlyMap<string, NamedFolder>;

/** Finds the names of datasets. */
export function nameFolders(datasets: readonly PlannedDataset[], keys: Iterable<string>): NamedFolders {
  const images = new Map<string, string[]>(datasets.map(({ path }) => [path, []]));
  for (const key of keys) {
    const name = lastSegment(key);
    if (parseFileName(name) !== undefined) images.get(datasetFolder(key))?.push(name);
  }
  return new Map(
    datasets.map((dataset) => {
      const onServer = images.get(dataset.path) ?? [];
      return [dataset.path, { names: datasetNames(namedDataset(dataset), onServer), onServer }];
    }),
  );
}

type NamedKey = Pick<KeyedRow, 'key' | 'name' | 'naming'>;

/** Returns what the name of another dataset's image begins with; undefined if it is its own, or if its folder is not a dataset. */
export function findForeign({ key, name, naming }: NamedKey, folders: NamedFolders): string | undefined {
  const folder = naming && folders.get(datasetFolder(key));
  return folder !== undefined && isForeignName(name, folder.names) ? namePrefix(name) : undefined;
}

/** Files on the server by the section, layer and channel that they are, for each dataset. */
export type ServerScans = ReadonlyMap<string, readonly FileEntry[]>;

/** Finds the readable images on the server by what they are images of. */
export function placeScans(entries: Iterable<FileEntry>, folders: NamedFolders): ServerScans {
  const scans = new Map<string, FileEntry[]>();
  for (const entry of entries) {
    const name = lastSegment(entry.key);
    const naming = parseFileName(name);
    if (naming === undefined || entry.unreadable !== undefined) continue;
    const place = scanPlace({
      key: entry.key,
      naming,
      namedFor: findForeign({ key: entry.key, name, naming }, folders),
    });
    const others = scans.get(place);
    if (others === undefined) scans.set(place, [entry]);
    else others.push(entry);
  }
  return scans;
}

/** Returns the prefixes that an upload confirms, by the path of the dataset. */
export function findConfirmed(sending: readonly KeyedRow[], folders: NamedFolders): NamedPrefixes {
  return [...folders].flatMap(([path, { names, onServer }]) => {
    const sent = sending.filter(({ key, naming }) => naming !== undefined && datasetFolder(key) === path);
    const prefixes = sent.length === 0 ? [] : confirmedPrefixes([...onServer, ...sent.map(({ name }) => name)], names);
    return prefixes.length === 0 ? [] : [{ path, prefixes }];
  });
}

/** Prefixes of image names that the user has confirmed for datasets. */
export type NamedPrefixes = readonly { readonly path: string; readonly prefixes: readonly string[] }[];

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
