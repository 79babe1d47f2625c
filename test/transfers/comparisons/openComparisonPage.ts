import { createHash } from 'node:crypto';
import type { ComparisonPhase } from '@data-manager/domain/compare/comparison';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { contentBlocks, contentEtag } from '@data-manager/domain/transfers/contentCheck';
import { api } from '../../../src/api/api';
import type { HashPartResult, Ports } from '../../../src/platform/ports';
import type { FoundBatch } from '../../../src/platform/reading/readFiles';
import { compareRequested } from '../../../src/transfers/comparisons/comparisonsSlice';
import { comparisonWorkOf } from '../../../src/transfers/comparisons/comparisonWork';
import { createTestStore, type TestStore } from '../../support/createTestStore';
import { signedInPorts, type FakePorts, type FakeProfile } from '../../support/fakePorts';
import { createFakeServer, type FakeAnswer, type FakeHandler } from '../../support/fakeServer';

const DATASET = 'acme/brains/TC042';
export const MIB = 1024 * 1024;

/** A slice of a file without bytes. */
export interface ContentBlob {
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

/** A file without bytes: its blocks are hashed by content, start and end, so it can have any size. */
export function aContentFile(name: string, content: string, size: number, lastModified = 0): File {
  const slice = (start: number, end: number): ContentBlob => ({ content: `${name}=${content}`, start, end });
  return { name, size, lastModified, slice } as unknown as File;
}

function md5Of({ content, start, end }: ContentBlob): string {
  return createHash('md5').update(`${content}:${start}-${end}`).digest('hex');
}

/** Hashes a slice of such a file. */
export function hashContent(body: Blob): HashPartResult {
  const block = body as unknown as ContentBlob;
  return { kind: 'hashed', md5: md5Of(block), bytes: block.end - block.start };
}

/** Returns the ETag of a content that was uploaded in parts of this size, or in one piece. */
export function etagOf(name: string, content: string, size: number, partSize: number | undefined): string {
  const md5s = contentBlocks(size, partSize ?? Math.max(1, size)).map((block) =>
    md5Of({ content: `${name}=${content}`, ...block }),
  );
  return contentEtag({ isComposite: partSize !== undefined }, md5s);
}

/** Returns a file on the server. */
export function anEntry(name: string, content: string, size: number, partSize?: number): FileEntry {
  return {
    key: `${DATASET}/${name}`,
    size,
    etag: etagOf(name, content, size, partSize),
    ...(partSize !== undefined && { partSize }),
  };
}

export async function* batchOf(...files: readonly File[]): AsyncGenerator<FoundBatch, void> {
  await Promise.resolve();
  yield {
    found: files.map((file) => ({ file, relativePath: '', size: file.size, lastModified: file.lastModified })),
    unreadable: 0,
  };
}

/** The files of a folder that can be opened again: their paths begin with its name. */
export async function* folderOf(...files: readonly File[]): AsyncGenerator<FoundBatch, void> {
  for await (const { found, unreadable } of batchOf(...files)) {
    yield { found: found.map((one) => ({ ...one, relativePath: `TC042/${one.file.name}` })), unreadable };
  }
}

interface ComparisonPageOptions {
  readonly listing?: readonly FileEntry[] | FakeHandler;
  readonly ports?: Partial<Ports>;
  readonly profile?: FakeProfile;
}

/** Opens a page of the app with a signed-in user. */
export function openComparisonPage(options: ComparisonPageOptions = {}) {
  return openPage(options, (ports) => createTestStore({ ports }));
}

async function openPage<Page extends TestStore>(
  { listing = [], ports: overrides = {}, profile }: ComparisonPageOptions,
  createStore: (ports: FakePorts) => Page,
) {
  /** The blocks that were hashed, in order. */
  const hashed: ContentBlob[] = [];
  const answer: FakeAnswer | FakeHandler = typeof listing === 'function' ? listing : { json: { files: listing } };
  const server = createFakeServer({ 'GET /manage/files': answer });
  const ports = signedInPorts(
    {
      fetch: server.fetch,
      hashPart: async (body) => {
        hashed.push(body as unknown as ContentBlob);
        await Promise.resolve();
        return hashContent(body);
      },
      ...overrides,
    },
    profile,
  );
  const page = createStore(ports);
  await page.rehydrated();
  const { store } = page;
  const work = comparisonWorkOf(ports);
  const first = () => store.getState().comparisons.items[0];
  let chosen = 0;
  return {
    ...page,
    server,
    hashed,
    work,
    first,
    dispatch: store.dispatch,
    stop: () => {
      // Its timers would keep the test process alive.
      store.dispatch(api.util.resetApiState());
      page.stop();
    },
    id: () => first()?.id ?? '',
    choose: (batches: AsyncIterable<FoundBatch>) => {
      chosen += 1;
      const id = `chosen-${String(chosen)}`;
      work.addFiles(id, batches);
      store.dispatch(compareRequested({ id, path: DATASET, rootPath: DATASET, folderName: '' }));
    },
    /** Resolves when the comparison is in one of the phases. `waiting`: for the network. */
    phase: (...phases: readonly (ComparisonPhase | 'waiting' | 'gone')[]) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const one = first();
          const isWaiting = one?.phase === 'matching' && one.waiting === 'network';
          if (!phases.includes(isWaiting ? 'waiting' : (one?.phase ?? 'gone'))) return;
          unsubscribe();
          resolve();
        };
        const unsubscribe = store.subscribe(look);
        look();
      }),
    /** Returns the group and the reason of each file by name. */
    results: (): Readonly<Record<string, readonly (string | undefined)[]>> =>
      Object.fromEntries(
        Object.values(work.rowsOf(first()?.id ?? '').groups).flatMap(({ rows }) =>
          rows.map(({ key, group, reason }) => [
            key.slice(DATASET.length + 1),
            reason === undefined ? [group] : [group, reason],
          ]),
        ),
      ),
  };
}
