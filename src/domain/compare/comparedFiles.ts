import { isManifestName } from '../checksums/manifest';
import { isFolderMarker, type FileEntry, type FileListing } from '../listing/fileListing';
import { cleanPath } from '../names/cleanName';
import { planContentCheck, type ContentCheck } from '../transfers/contentCheck';
import { isSystemFile } from '../uploads/systemFile';
import { uploadKey, uploadName } from '../uploads/uploadKey';

/** The groups of a result, in display order. */
export const COMPARISON_GROUPS = ['identical', 'different', 'onlyLocal', 'onlyServer', 'notComparable'] as const;

export type ComparisonGroup = (typeof COMPARISON_GROUPS)[number];

/** Why two files are different or could not be compared. */
export type ComparisonReason =
  | 'size'
  | 'content'
  /** The server lists no ETag, or one of an unknown form. */
  | 'no-checksum'
  /** The part size had to be guessed, and none of the guesses gives the server's ETag. */
  | 'part-size'
  /** Changed on disk since the folder was chosen. */
  | 'changed'
  /** Deleted or moved since the folder was chosen. */
  | 'gone'
  | 'unreadable'
  /** The disk did not respond. */
  | 'stalled'
  /** Another file of the folder has the same key. */
  | 'duplicate';

/** A file of the chosen folder. */
interface LocalFile {
  /** Position among the chosen files. */
  readonly index: number;
  /** Path starting with the chosen folder; only the name of a file that was chosen individually. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
}

/** A row of the result. At least one of `local` and `server` is present. */
export interface ComparedFile {
  /** The key on the server, or the one that an upload would give the file. */
  readonly key: string;
  readonly group: ComparisonGroup;
  readonly reason?: ComparisonReason;
  readonly local?: LocalFile;
  readonly server?: FileEntry;
  /** The ETag of the local content in the form of the server's: an MD5, or an MD5 of MD5s with the number of parts. */
  readonly localEtag?: string;
  /** The part size of `localEtag`, if it has several parts. */
  readonly partSize?: number;
}

/** A file with the same name and size on both sides, whose content has to be hashed. */
export interface PendingFile {
  readonly key: string;
  readonly local: LocalFile;
  readonly server: FileEntry;
  readonly check: ContentCheck;
}

/** The files compared by name and size. */
export interface MatchedFiles {
  readonly rows: readonly ComparedFile[];
  readonly pending: readonly PendingFile[];
  /** Number of operating system files in the folder, which are ignored. */
  readonly systemFiles: number;
}

/** A chosen file. */
export interface ChosenFile {
  readonly file: { readonly name: string };
  /** Empty for a file that was chosen individually. */
  readonly relativePath: string;
  readonly size: number;
  readonly lastModified: number;
}

/** Files compared before the caller may pause. */
const PIECE_SIZE = 200;

/** Lets the caller do something else, such as draw the page, in work that takes more than a second with 100,000 files. */
type Pause = () => Promise<void>;

/**
 * Compares the names and sizes of chosen files with the files below a path. Chosen files get the keys that an upload
 * into this path would give them, or those without the name of the chosen folder, if more of them are on the server. Every
 * chosen file, and every listed one, is in exactly one row or pending pair. System files are left out, and so are the checksum files of
 * a download, unless the server has them as well.
 *
 * @param path `sponsor/project[/dataset[/folders]]`
 */
export async function matchFiles(
  chosen: readonly ChosenFile[],
  listing: FileListing,
  path: string,
  pause: Pause,
): Promise<MatchedFiles> {
  const server = await filesBelow(listing, path, pause);
  const keyOf = await findKeys(chosen, server, path, pause);
  const rows: ComparedFile[] = [];
  const pending: PendingFile[] = [];
  const keys = new Set<string>();
  let systemFiles = 0;
  for (const [index, one] of chosen.entries()) {
    if (index % PIECE_SIZE === PIECE_SIZE - 1) await pause();
    const { file, relativePath, size, lastModified } = one;
    const localPath = relativePath === '' ? file.name : relativePath;
    if (isSystemFile(localPath)) {
      systemFiles += 1;
      continue;
    }
    const key = keyOf(one);
    if (isManifestName(file.name) && !server.has(key)) continue;
    const local: LocalFile = { index, path: localPath, size, lastModified };
    if (keys.has(key)) {
      rows.push({ key, group: 'notComparable', reason: 'duplicate', local });
      continue;
    }
    keys.add(key);
    const matched = matchFile(key, local, server.get(key));
    if ('check' in matched) pending.push(matched);
    else rows.push(matched);
  }
  let count = 0;
  for (const [key, entry] of server) {
    count += 1;
    if (count % PIECE_SIZE === 0) await pause();
    if (!keys.has(key)) rows.push({ key, group: 'onlyServer', server: entry });
  }
  return { rows, pending, systemFiles };
}

type KeyOf = (chosen: ChosenFile) => string;

/** Returns the function that gives more chosen files a key on the server: with or without the chosen folder's name. */
async function findKeys(
  chosen: readonly ChosenFile[],
  server: ReadonlyMap<string, FileEntry>,
  path: string,
  pause: Pause,
): Promise<KeyOf> {
  const slash = path.indexOf('/');
  const [sponsorId, keyPrefix] = [path.slice(0, slash), path.slice(slash + 1)];
  const keyAt = (name: string, webkitRelativePath: string): string =>
    uploadKey(sponsorId, keyPrefix, uploadName({ name, webkitRelativePath }, keyPrefix));
  const asUploaded: KeyOf = ({ file, relativePath }) => keyAt(file.name, relativePath);
  const withoutTop: KeyOf = ({ file, relativePath }) =>
    keyAt(file.name, relativePath.slice(relativePath.indexOf('/') + 1));
  let [uploadedHits, withoutTopHits] = [0, 0];
  for (const [index, one] of chosen.entries()) {
    if (index % PIECE_SIZE === PIECE_SIZE - 1) await pause();
    if (server.has(asUploaded(one))) uploadedHits += 1;
    if (server.has(withoutTop(one))) withoutTopHits += 1;
  }
  return withoutTopHits > uploadedHits ? withoutTop : asUploaded;
}

/** Returns the files below a path by the clean form of their key. Other forms of the same key come from other tools. */
async function filesBelow(listing: FileListing, path: string, pause: Pause): Promise<ReadonlyMap<string, FileEntry>> {
  const server = new Map<string, FileEntry>();
  const prefix = `${path}/`;
  const below = prefix.normalize('NFC');
  for (const piece of listing.pieces) {
    for (const entry of piece) {
      const { key } = entry;
      if (!key.startsWith(prefix) || isFolderMarker(entry) || isSystemFile(key)) continue;
      const normal = below + cleanPath(key.slice(prefix.length));
      server.set(server.has(normal) ? key : normal, entry);
    }
    await pause();
  }
  return server;
}

/** Compares a chosen file with the file on the server by size. `PendingFile`: their contents have to be compared. */
export function matchFile(key: string, local: LocalFile, server: FileEntry | undefined): ComparedFile | PendingFile {
  if (server === undefined) return { key, group: 'onlyLocal', local };
  const pair = { key: server.key, local, server };
  if (local.size !== server.size) return { ...pair, group: 'different', reason: 'size' };
  const check = planContentCheck(server);
  return check === undefined ? { ...pair, group: 'notComparable', reason: 'no-checksum' } : { ...pair, check };
}

/** Returns the size that counts for a row, in bytes: the one in the folder, otherwise the one on the server. */
export function comparedSize({ local, server }: Pick<ComparedFile, 'local' | 'server'>): number {
  return local?.size ?? server?.size ?? 0;
}

/**
 * Returns the relative path under which a file that is only in the folder is uploaded into `rootPath`. That is its own path, unless
 * the compared folder is below the place of the upload.
 *
 * @param rootPath `sponsor/project[/dataset]`
 */
export function uploadRelativePath({ key }: ComparedFile, chosen: ChosenFile, rootPath: string): string {
  const [sponsorId = '', project = '', dataset] = rootPath.split('/');
  const keyPrefix = dataset === undefined ? project : `${project}/${dataset}`;
  const name = uploadName({ name: chosen.file.name, webkitRelativePath: chosen.relativePath }, keyPrefix);
  if (uploadKey(sponsorId, keyPrefix, name) === key) return chosen.relativePath;
  const below = key.slice(rootPath.length + 1);
  // An upload into a dataset omits a top folder of the dataset's name.
  return dataset === undefined ? below : `${dataset}/${below}`;
}

/** Returns true if an upload into `rootPath` can replace the file. It can't give a file the spelling of some other tools. */
export function canReplace({ key }: ComparedFile, rootPath: string): boolean {
  const [sponsorId = '', ...place] = rootPath.split('/');
  return uploadKey(sponsorId, place.join('/'), key.slice(rootPath.length + 1)) === key;
}
