import { Readable } from 'node:stream';
import { bagPath } from '@data-manager/domain/checksums/bag';
import { MANIFEST_ALGORITHMS, MANIFEST_NAMES, manifestLine } from '@data-manager/domain/checksums/manifest';
import { createFreshPaths } from '@data-manager/domain/fetches/localPaths';
import { isNamedLikeTiff } from '@data-manager/domain/names/grammar';
import { shownName } from '@data-manager/domain/names/shownName';
import { HttpError } from '../common/errors';
import { findChecksums, recordChecksums, type Checksums } from '../database/files/checksums';
import type { StoredObject } from '../database/files/storedObject';
import type { ArchiveProgress } from '../database/jobs/archives';
import { findIntactSeal } from '../database/jobs/seals';
import type { Queryable } from '../database/sql';
import { ImageLimitError } from '../images/imageWorkers';
import type { Previews } from '../images/previews';
import { isPreview } from '../images/renderPreview';
import { createUniqueNames } from '../names/zipNames';
import { hashWhileRead } from '../objects/checksums';
import { listAllPages, type ReadableObjects } from '../objects/objectStore';
import type { DerivedFiles } from '../storage/blobStore';
import { writeArchive, type ArchiveEntry, type ArchiveWriter } from './writeArchive';

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
  readonly database: Queryable;
  readonly derived: Pick<DerivedFiles, 'write'>;
  readonly objects: ReadableObjects;
  readonly previews: Pick<Previews, 'get'>;
}

/** The progress of an archive, which grows while it is written. Files without a readable image are subtracted. */
export type ArchiveCounters = { -readonly [Name in keyof ArchiveProgress]: number };

const CHANGED = 'Files were renamed or deleted while the archive was prepared. Request it again.';

/**
 * Writes the archive of a selection, and returns its size. Its names are safe on every operating system, as in a download into
 * a folder; a text file lists the names that had to be changed. Checksum files are its last entries. The checksums that are not
 * known are computed while the files are read, and stored. The folder of a sealed dataset is a bag, with the files of the seal.
 *
 * @param name The name of the archive among the derived files.
 * @param contents The selection, and the number and size of its files when it was measured.
 * @throws HttpError 409 if it has fewer files now: a rename between two pages of the listing hides the rest.
 */
export async function prepareArchive(
  parts: ArchiveParts,
  name: string,
  contents: { readonly selection: ZipSelection; readonly totalFiles: number; readonly totalSize: number },
  progress: ArchiveCounters,
  signal: AbortSignal,
): Promise<number> {
  const { database, derived, objects } = parts;
  const { selection, totalFiles, totalSize } = contents;
  const toEntry = selection.onlyDownSamples ? downsampledEntry : originalEntry;
  const prefix = prefixOf(selection);
  const folder = typeof selection.source === 'string' && !selection.onlyDownSamples ? selection.source : undefined;
  const seal = folder === undefined ? undefined : await findIntactSeal(database, folder);
  const paths = createFreshPaths(prefix, undefined, seal && folder);
  const top = folder === undefined ? '' : createFreshPaths(prefix).folderAt(`${folder}/`);
  const distinct = selection.onlyDownSamples ? createUniqueNames() : undefined;
  const renamed: RenamedMember[] = [];
  const sums: (readonly [name: string, Checksums])[] = [];
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    let files = 0;
    let modified = new Date(0);
    for await (const page of archivedObjects(objects, selection)) {
      const blobs = selection.onlyDownSamples ? [] : page.map(({ blob }) => blob);
      const known = await findChecksums(database, blobs);
      const found = new Map<string, Checksums>();
      for (const object of page) {
        const isFolder = object.key.endsWith('/');
        if (!isFolder) files += 1;
        const path = isFolder ? paths.folderAt(object.key) : paths.fileAt(object.key);
        const name = isFolder || distinct === undefined ? path : distinct(...downsampledNames(path));
        const original = object.key.slice(prefix.length);
        const wanted = seal === undefined ? original : top + bagPath(original.slice(original.indexOf('/') + 1));
        if (path !== wanted) renamed.push({ name, original });
        modified = new Date(object.modified ?? object.lastModified);
        yield withChecksums(toEntry(parts, { name, object }, progress), known.get(object.blob), (checksums, isNew) => {
          sums.push([name, checksums]);
          if (isNew && !selection.onlyDownSamples) found.set(object.blob, checksums);
        });
      }
      if (found.size > 0) await recordChecksums(database, found);
    }
    if (files < totalFiles) throw new HttpError(409, CHANGED);
    const texts = Object.entries(seal?.files ?? {}).map(([name, text]) => [top + name, text] as const);
    if (renamed.length > 0) texts.push([paths.fileAt(`${prefix}${RENAMED_FILE}`), renamedText(renamed)]);
    for (const [name, text] of texts) {
      const entry = textEntry(name, text, modified);
      yield withChecksums(entry, undefined, (checksums) => void sums.push([name, checksums]));
    }
    for (const algorithm of MANIFEST_ALGORITHMS) {
      const text = sums.map(([name, checksums]) => manifestLine(checksums[algorithm], name)).join('');
      yield textEntry(paths.fileAt(prefix + MANIFEST_NAMES[algorithm]), text, modified);
    }
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
function renamedText(renamed: readonly RenamedMember[]): string {
  return [
    'Some names can’t be used on every computer. In this archive, these files and folders have other names:',
    '',
    'In this archive\tOn the server',
    ...renamed.map((member) => `${member.name}\t${member.original.split('/').map(shownName).join('/')}`),
    '',
  ].join('\r\n');
}

function textEntry(name: string, text: string, modified: Date): ArchiveEntry {
  const bytes = Buffer.from(text);
  return { name, modified, open: () => Promise.resolve({ body: Readable.from([bytes]), size: bytes.length }) };
}

/** Calls back with the checksums of an entry when it is read. */
function withChecksums(
  entry: ArchiveEntry,
  known: Checksums | undefined,
  found: (checksums: Checksums, isNew: boolean) => void,
): ArchiveEntry {
  return {
    ...entry,
    async open() {
      const content = await entry.open();
      if (known !== undefined) found(known, false);
      else if (content !== undefined) hashWhileRead(content.body, (checksums) => found(checksums, true));
      return content;
    },
  };
}

function originalEntry(
  { objects }: ArchiveParts,
  { name, object }: ZipMember,
  progress: ArchiveCounters,
): ArchiveEntry {
  return {
    name,
    modified: new Date(object.modified ?? object.lastModified),
    open() {
      const body = objects.read(object);
      body.on('data', (chunk: Buffer) => {
        progress.bytesRead += chunk.length;
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
  progress: ArchiveCounters,
): ArchiveEntry {
  return {
    name,
    modified: new Date(object.modified ?? object.lastModified),
    async open() {
      const preview = await previews.get(object, { kind: 'downsampled' }).catch(noneIfTooLarge);
      progress.bytesRead += object.size;
      if (preview === undefined || !isPreview(preview)) {
        progress.totalFiles -= 1;
        return undefined;
      }
      const size = preview.image.length;
      progress.downsampledSize += size;
      return { body: Readable.from([preview.image]), size };
    },
  };
}
