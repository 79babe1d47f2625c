import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { newTempPath, type DataFolder } from '../objects/dataFolder';
import { syncFolder } from '../objects/durableFiles';
import type { ReadableObjects } from '../objects/objectStore';
import type { Previews } from '../previews/previews';
import { createDistinctNames } from './distinctNames';
import { writeArchive, type ArchiveEntry } from './writeArchive';
import { zipMembers, type ZipMember, type ZipSelection } from './zipContents';
import { archivePath } from './zipRecords';

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
  readonly fileLeftOut: () => void;
}

/** Writes the archive of a selection and puts it in its place in one step. */
export async function prepareArchive(
  parts: ArchiveParts,
  ref: string,
  selection: ZipSelection,
  progress: ArchiveProgress,
  signal: AbortSignal,
): Promise<void> {
  const { folder, objects } = parts;
  const temp = newTempPath(folder);
  const toEntry = selection.onlyDownSamples ? downsampledEntry : originalEntry;
  const toNames = selection.onlyDownSamples ? downsampledNames : originalNames;
  const distinct = createDistinctNames();
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for await (const { name, object } of zipMembers(objects, selection)) {
      // Empty folders of one name become one folder, and nothing is lost.
      const isFolder = name.endsWith('/');
      yield toEntry(parts, { name: isFolder ? name : distinct(...toNames(name)), object }, progress);
    }
  }
  await writeArchive(temp, entries(), { signal });
  await rename(temp, archivePath(folder, ref));
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
      progress.fileLeftOut();
      return undefined;
    },
  };
}
