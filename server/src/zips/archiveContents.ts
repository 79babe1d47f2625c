import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Type, type Static } from '@sinclair/typebox';
import { HttpError } from '../errors';
import { newTempPath, type DataFolder } from '../objects/dataFolder';
import { syncFolder } from '../objects/durableFiles';
import { listAllObjects, type ReadableObjects, type StoredObject } from '../objects/objectStore';
import type { Previews } from '../previews/previews';
import { writeArchive, type ArchiveEntry } from './writeArchive';
import { createUniqueNames } from './zipNames';

/** Objects looked up at the same time. */
const STAT_BATCH = 64;
const IMAGE_NAME = /\.(tiff?|png|jpe?g|webp|gif)$/i;

/** What an archive is made of: single files or everything below a folder, as paths that were checked. */
export const ZipSelection = Type.Union([
  Type.Object({ onlyDownSamples: Type.Boolean(), files: Type.Array(Type.String(), { minItems: 1 }) }),
  Type.Object({ onlyDownSamples: Type.Boolean(), folder: Type.String() }),
]);
export type ZipSelection = Static<typeof ZipSelection>;

/** An object and its name in the archive. */
export interface ZipMember {
  readonly object: StoredObject;
  readonly name: string;
}

/**
 * The members of an archive, in order of keys for a folder, as asked for files. Empty folders are members too
 * (their names end in `/`), but not where only downsampled images are wanted, nor is what can't be an image.
 *
 * @throws HttpFailure 404 naming the first file that is missing.
 */
export async function* zipMembers(objects: ReadableObjects, selection: ZipSelection): AsyncGenerator<ZipMember> {
  const top = topOf(selection);
  for await (const object of selectedObjects(objects, selection)) {
    if (selection.onlyDownSamples && !IMAGE_NAME.test(object.key)) continue;
    yield { object, name: safeName(object.key.slice(top)) };
  }
}

/**
 * Counts what an archive of a selection would hold.
 *
 * @throws HttpFailure 404 naming the first file that is missing, or for a selection without files.
 */
export async function measureSelection(
  objects: ReadableObjects,
  selection: ZipSelection,
): Promise<{ readonly totalFiles: number; readonly totalSize: number }> {
  let totalFiles = 0;
  let totalSize = 0;
  for await (const { object } of zipMembers(objects, selection)) {
    if (object.key.endsWith('/')) continue;
    totalFiles += 1;
    totalSize += object.size;
  }
  if (totalFiles > 0) return { totalFiles, totalSize };
  const where = 'folder' in selection ? `in ${selection.folder}` : 'among the chosen files';
  throw new HttpError(404, `There is no ${selection.onlyDownSamples ? 'image' : 'file'} ${where}.`, 'NO_SUCH_FILE');
}

/** How many letters of a key don't stand in the archive: a folder keeps its own last segment as the top. */
function topOf(selection: ZipSelection): number {
  return 'folder' in selection ? selection.folder.lastIndexOf('/') + 1 : commonFolder(selection.files).length;
}

/** The longest folder, with `/` at its end, that all keys lie in; empty where there is none. */
export function commonFolder(keys: readonly string[]): string {
  const [first = '', ...others] = keys;
  let common = first.slice(0, first.lastIndexOf('/') + 1);
  for (const key of others) {
    while (!key.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1);
  }
  return common;
}

/**
 * A name that no unpacker takes for a place elsewhere. Files that were laid into the data folder by hand were never
 * checked: `\\` is a separator, and `C:` at the start a drive, to some unpackers.
 */
export function safeName(name: string): string {
  return name.replace(/[\\\p{Control}]/gu, '_').replace(/^([a-z]):/i, '$1_');
}

async function* selectedObjects(objects: ReadableObjects, selection: ZipSelection): AsyncGenerator<StoredObject> {
  if ('folder' in selection) {
    yield* listAllObjects(objects, selection.folder);
    return;
  }
  const keys = [...new Set(selection.files)];
  for (let start = 0; start < keys.length; start += STAT_BATCH) {
    const batch = keys.slice(start, start + STAT_BATCH);
    const found = await Promise.all(batch.map((key) => objects.stat(key)));
    for (const [index, object] of found.entries()) {
      if (object === undefined) throw new HttpError(404, `There is no file ${batch[index] ?? ''}.`, 'NO_SUCH_FILE');
      yield object;
    }
  }
}

/** What an archive is made from. */
export interface ArchiveParts {
  readonly folder: DataFolder;
  readonly objects: ReadableObjects;
  readonly previews: Previews;
}

/** Told as an archive grows. */
export interface ArchiveProgress {
  /** Bytes of objects read since the last call. */
  readonly bytesRead: (count: number) => void;
  /** A file turned out to be no image, and so has no downsampled one. */
  readonly fileSkipped: () => void;
}

/** Writes the archive of a selection and puts it in its place in one step. */
export async function prepareArchive(
  parts: ArchiveParts,
  target: string,
  selection: ZipSelection,
  progress: ArchiveProgress,
  signal: AbortSignal,
): Promise<void> {
  const { folder, objects } = parts;
  const temp = newTempPath(folder);
  const toEntry = selection.onlyDownSamples ? downsampledEntry : originalEntry;
  const toNames = selection.onlyDownSamples ? downsampledNames : originalNames;
  const distinct = createUniqueNames();
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for await (const { name, object } of zipMembers(objects, selection)) {
      // Empty folders of one name become one folder, and nothing is lost.
      const isFolder = name.endsWith('/');
      yield toEntry(parts, { name: isFolder ? name : distinct(...toNames(name)), object }, progress);
    }
  }
  await writeArchive(temp, entries(), { signal });
  await rename(temp, target);
  await syncFolder(folder.zips);
}

type WishedNames = readonly [string, ...string[]];

function originalNames(name: string): WishedNames {
  return [name];
}

/** The ending is left out where that is clear enough: `a.tif` and `a.png` can lie side by side. */
function downsampledNames(name: string): WishedNames {
  const ending = '_downsampled.png';
  return [`${name.replace(/\.[^./]+$/, '')}${ending}`, `${name}${ending}`];
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
      const body = objects.read(object.key);
      body.on('data', (chunk: Buffer) => {
        progress.bytesRead(chunk.length);
      });
      // A listener makes a stream flow at once; it has to wait for its turn in the archive.
      body.pause();
      return Promise.resolve({ body, size: object.size });
    },
  };
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
      const preview = await previews.of(object, 'downsampled');
      progress.bytesRead(object.size);
      if (preview !== undefined) return { body: Readable.from([preview]), size: preview.length };
      progress.fileSkipped();
      return undefined;
    },
  };
}
