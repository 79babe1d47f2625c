import { Readable } from 'node:stream';
import { createFreshPaths } from '@data-manager/domain/fetches/localPaths';
import { isNamedLikeTiff } from '@data-manager/domain/names/grammar';
import { shownName } from '@data-manager/domain/names/shownName';
import { HttpError } from '../errors';
import type { DerivedFiles } from '../objects/blobStore';
import { listAllPages, type ReadableObjects } from '../objects/objectStore';
import type { StoredObject } from '../objects/storedObject';
import { ImageLimitError } from '../previews/imageWorkers';
import type { Previews } from '../previews/previews';
import { isPreview } from '../previews/renderPreview';
import { writeArchive, type ArchiveEntry, type ArchiveWriter } from './writeArchive';
import { createUniqueNames } from './zipNames';

/** Images of other kinds than TIFF that have previews. */
const OTHER_IMAGE = /\.(png|jpe?g|webp|gif)$/i;

/** The contents of an archive. The paths have been validated. */
export interface ZipSelection {
  readonly onlyDownSamples: boolean;
  /** A folder, or batches of distinct keys, which can be read more than once. */
  readonly source: string | (() => Iterable<readonly string[]> | AsyncIterable<readonly string[]>);
  /** The longest common folder of selected files, which is not part of their names. */
  readonly commonFolder: string;
}

/** An object and its name in the archive. */
interface ZipMember {
  readonly object: StoredObject;
  readonly name: string;
}

/**
 * Iterates over the objects of an archive in pages: a folder's objects sorted by key, or files in the requested order. Empty
 * folders are included (their keys end in `/`). Archives of downsampled images only include files that can be images.
 *
 * @throws HttpError 404 naming the first missing file.
 */
async function* archivedObjects(
  objects: ReadableObjects,
  selection: ZipSelection,
): AsyncGenerator<readonly StoredObject[]> {
  for await (const page of selectedObjects(objects, selection)) {
    yield selection.onlyDownSamples ? page.filter(({ key }) => isNamedLikeTiff(key) || OTHER_IMAGE.test(key)) : page;
  }
}

/**
 * Counts the files of a selection and their size, unless the signal aborts: a large one takes a while.
 *
 * @throws HttpError 404 naming the first missing file, or if the selection is empty.
 */
export async function measureSelection(
  objects: ReadableObjects,
  selection: ZipSelection,
  signal?: AbortSignal,
): Promise<{ readonly totalFiles: number; readonly totalSize: number }> {
  let totalFiles = 0;
  let totalSize = 0;
  for await (const page of archivedObjects(objects, selection)) {
    signal?.throwIfAborted();
    const files = page.filter(({ key }) => !key.endsWith('/'));
    totalFiles += files.length;
    totalSize += files.reduce((sum, { size }) => sum + size, 0);
  }
  if (totalFiles > 0) return { totalFiles, totalSize };
  const where = typeof selection.source === 'string' ? selection.source : 'the selection';
  throw new HttpError(
    404,
    `There are no ${selection.onlyDownSamples ? 'images' : 'files'} in ${where}.`,
    'NO_SUCH_FILE',
  );
}

/** Returns the prefix of the keys that is not part of the names. A folder keeps its last segment. */
function prefixOf({ source, commonFolder: common }: ZipSelection): string {
  return typeof source === 'string' ? source.slice(0, source.lastIndexOf('/') + 1) : common;
}

/** Returns the longest common folder of keys, ending in `/`; empty if there is none. */
export function commonFolder(keys: readonly string[]): string {
  const [first = '', ...others] = keys;
  let common = first.slice(0, first.lastIndexOf('/') + 1);
  for (const key of others) {
    while (!key.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1);
  }
  return common;
}

async function* selectedObjects(
  objects: ReadableObjects,
  { source }: ZipSelection,
): AsyncGenerator<readonly StoredObject[]> {
  if (typeof source === 'string') {
    yield* listAllPages(objects, source);
    return;
  }
  for await (const keys of source()) {
    const found = await objects.find(keys);
    yield keys.map((key) => {
      const object = found.get(key);
      if (object === undefined) throw new HttpError(404, `The file ${key} was not found.`, 'NO_SUCH_FILE');
      return object;
    });
  }
}

/** The dependencies of an archive. */
export interface ArchiveParts {
  readonly derived: Pick<DerivedFiles, 'write'>;
  readonly objects: ReadableObjects;
  readonly previews: Pick<Previews, 'get'>;
}

/** Callbacks for the progress of an archive. */
export interface ArchiveProgress {
  /** Called with the number of bytes read since the last call. */
  readonly bytesRead: (count: number) => void;
  /** Called with the size of a downsampled image that was added. */
  readonly downsampledAdded: (size: number) => void;
  /** Called for a file that is not a readable image and has no downsampled version. */
  readonly fileSkipped: () => void;
}

const CHANGED = 'Files were renamed or deleted while the archive was prepared. Request it again.';

/**
 * Writes the archive of a selection, and returns its size. Its names are safe on every operating system, as in a download into
 * a folder; a text file lists those that had to be changed.
 *
 * @param name The name of the archive among the derived files.
 * @param contents The selection, and the number and size of its files when it was measured.
 * @throws HttpError 409 if it has fewer files now: a rename between two pages of the listing hides the rest.
 */
export async function prepareArchive(
  parts: ArchiveParts,
  name: string,
  contents: { readonly selection: ZipSelection; readonly totalFiles: number; readonly totalSize: number },
  progress: ArchiveProgress,
  signal: AbortSignal,
): Promise<number> {
  const { derived, objects } = parts;
  const { selection, totalFiles, totalSize } = contents;
  const toEntry = selection.onlyDownSamples ? downsampledEntry : originalEntry;
  const prefix = prefixOf(selection);
  const paths = createFreshPaths(prefix);
  const distinct = selection.onlyDownSamples ? createUniqueNames() : undefined;
  const renamed: RenamedMember[] = [];
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    let files = 0;
    let modified = new Date(0);
    for await (const page of archivedObjects(objects, selection)) {
      for (const object of page) {
        const isFolder = object.key.endsWith('/');
        if (!isFolder) files += 1;
        const path = isFolder ? paths.folderAt(object.key) : paths.fileAt(object.key);
        const name = isFolder || distinct === undefined ? path : distinct(...downsampledNames(path));
        const original = object.key.slice(prefix.length);
        if (path !== original) renamed.push({ name, original });
        modified = new Date(object.lastModified);
        yield toEntry(parts, { name, object }, progress);
      }
    }
    if (files < totalFiles) throw new HttpError(409, CHANGED);
    if (renamed.length > 0) yield renamedEntry(paths.fileAt(`${prefix}${RENAMED_FILE}`), renamed, modified);
  }
  const write: ArchiveWriter = (zip, stop) => derived.write(name, zip, { signal: stop, expectedBytes: totalSize });
  return writeArchive(write, entries(), { signal });
}

type CandidateNames = readonly [string, ...string[]];

/** The second name keeps the extension, in case there are `a.tif` and `a.png`. */
function downsampledNames(name: string): CandidateNames {
  const ending = '_downsampled.png';
  return [`${name.replace(/\.[^./]+$/, '')}${ending}`, `${name}${ending}`];
}

/** A file or folder that has another name in the archive. */
interface RenamedMember {
  readonly name: string;
  readonly original: string;
}

const RENAMED_FILE = 'Renamed files.txt';

/** The list of changed names. Its lines end as Windows expects, because most of the names are changed for Windows. */
function renamedEntry(name: string, renamed: readonly RenamedMember[], modified: Date): ArchiveEntry {
  const lines = [
    'Some names can’t be used on every computer. In this archive, these files and folders have other names:',
    '',
    'In this archive\tOn the server',
    ...renamed.map((member) => `${member.name}\t${member.original.split('/').map(shownName).join('/')}`),
    '',
  ];
  const text = Buffer.from(lines.join('\r\n'));
  return { name, modified, open: () => Promise.resolve({ body: Readable.from([text]), size: text.length }) };
}

function originalEntry(
  { objects }: ArchiveParts,
  { name, object }: ZipMember,
  progress: ArchiveProgress,
): ArchiveEntry {
  return {
    name,
    modified: new Date(object.lastModified),
    open() {
      const body = objects.read(object);
      body.on('data', (chunk: Buffer) => {
        progress.bytesRead(chunk.length);
      });
      // The listener starts the stream; pause it until the archive reads it.
      body.pause();
      return Promise.resolve({ body, size: object.size });
    },
  };
}

function noneIfTooLarge(error: unknown): undefined {
  if (!(error instanceof ImageLimitError)) throw error;
}

function downsampledEntry(
  { previews }: ArchiveParts,
  { name, object }: ZipMember,
  progress: ArchiveProgress,
): ArchiveEntry {
  return {
    name,
    modified: new Date(object.lastModified),
    async open() {
      const preview = await previews.get(object, { kind: 'downsampled' }).catch(noneIfTooLarge);
      progress.bytesRead(object.size);
      if (preview === undefined || !isPreview(preview)) {
        progress.fileSkipped();
        return undefined;
      }
      const size = preview.image.length;
      progress.downsampledAdded(size);
      return { body: Readable.from([preview.image]), size };
    },
  };
}
