import { pickLines } from '@data-manager/domain/checksums/checksumFile';
import { MANIFEST_ALGORITHMS, MANIFEST_NAMES } from '@data-manager/domain/checksums/manifest';
import type { FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import { md5OfText } from '@data-manager/domain/uploads/checksums';
import { joinChunks } from '@data-manager/lib/chunks';
import { commonFolder } from '@data-manager/lib/commonFolder';
import { call, delay, getContext, type SagaOf } from '@data-manager/lib/typedEffects';
import { withSignal } from '@data-manager/lib/waitFor';
import type { HasFeature } from '../../api/configuration';
import { MANIFEST_POLL_MS, readManifest } from '../../api/manifests';
import { readSealFiles } from '../../api/seals';
import { getPorts } from '../../platform/getPorts';

/** The server knows the checksums of files that have been there for a while. It may compute those of new files for so long. */
const MAX_POLLS = 30;

/** Writes the checksum files of the saved files into their common folder. Returns false if that failed, or took too long. */
export function* writeManifests(fetch: FolderFetch): SagaOf<boolean> {
  const hasFeature = yield* getContext<HasFeature>('hasFeature');
  const setAside = new Set(fetch.setAside.map(({ index }) => index));
  const files = joinChunks(fetch.files).filter((_, index) => !setAside.has(index));
  if (fetch.sealed !== undefined) return yield* writeSeal(fetch, fetch.sealed, files[0]?.path ?? '');
  if (files.length === 0 || !(yield* call(hasFeature, 'manifests'))) return true;
  const place = commonFolder(files.map(({ key }) => key));
  const folder = commonFolder(files.map(({ path }) => path));
  const paths = new Map(files.map(({ key, path }) => [key.slice(place.length), path.slice(folder.length)]));
  const taken = new Set(paths.values());
  for (const algorithm of MANIFEST_ALGORITHMS) {
    const manifest = yield* waitForManifest(place.slice(0, -1), algorithm);
    if (manifest === undefined) return false;
    const text = pickLines(manifest, (path) => paths.get(path));
    if (!(yield* writeBeside(fetch.folderId, folder, { name: MANIFEST_NAMES[algorithm], taken, text }))) return false;
  }
  return true;
}

/** Writes the files of a seal, which contain the checksums, into the folder of the dataset. */
function* writeSeal({ folderId }: FolderFetch, datasetHash: string, path: string): SagaOf<boolean> {
  const { folders } = yield* getPorts();
  const seal = yield* readSealFiles(datasetHash);
  if (!seal.ok) return false;
  const top = path.slice(0, path.indexOf('/') + 1);
  for (const [name, text] of Object.entries(seal.value.files)) {
    if ((yield* call(folders.writeText, folderId, top + name, [text])).kind !== 'done') return false;
  }
  return true;
}

function* waitForManifest(...[path, algorithm]: Parameters<typeof readManifest>): SagaOf<string | undefined> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const manifest = yield* readManifest(path, algorithm);
    if (!manifest.ok) return undefined;
    if (typeof manifest.value === 'string') return manifest.value;
    yield* delay(MANIFEST_POLL_MS);
  }
  return undefined;
}

interface TextBeside {
  readonly name: string;
  /** Names of the saved files. */
  readonly taken: ReadonlySet<string>;
  readonly text: string;
}

/** Writes a text under a free name, unless the folder has it. Replaces no file. */
function* writeBeside(folderId: string, folder: string, { name, taken, text }: TextBeside): SagaOf<boolean> {
  const { folders } = yield* getPorts();
  const { size } = new Blob([text]);
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} (${String(number)})`;
    if (taken.has(numbered)) continue;
    const path = folder + numbered;
    const [present] = yield* call(folders.fileSizes, folderId, [path]);
    if (present === undefined) return (yield* call(folders.writeText, folderId, path, [text])).kind === 'done';
    const local = { folderId, path, size, partSizes: [Math.max(1, size)] };
    const hashed = yield* withSignal((signal) => call(folders.hashFile, local, signal));
    if (hashed.kind === 'hashed' && hashed.md5s[0]?.[0] === md5OfText(text)) return true;
  }
}
