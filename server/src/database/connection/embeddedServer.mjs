import { Buffer } from 'node:buffer';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/*
 * The program of the thread in which `databaseThread.ts` runs the embedded database of a folder. JavaScript, because Node can't
 * start threads with TypeScript.
 */

/**
 * PGlite starts PostgreSQL with `-F`, without fsync. The WAL is synced with `fsync`, because Emscripten implements
 * `fdatasync`, the default, as a function that does nothing. Commits don't flush it: `embeddedDatabase.ts` does. The pages that
 * queries read are in memory, so reading a page of a list in the order of its index costs little, even if statistics are missing.
 */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'synchronous_commit=off',
  '-c',
  'random_page_cost=1.1',
];

/** Returns the files of a folder, which PostgreSQL can flush to disk. Emscripten's own file system ignores `fsync`. */
function durableFiles(folder) {
  const files = new NodeFS(folder);
  const init = files.init.bind(files);
  files.init = async (...args) => {
    const { emscriptenOpts } = await init(...args);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  };
  return files;
}

function addFsync({ NODEFS }) {
  NODEFS.stream_ops.fsync = ({ nfd, node }) => {
    if (nfd === undefined) syncFolder(NODEFS.realPath(node));
    else fsyncSync(nfd);
    return 0;
  };
}

function syncFolder(path) {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // Windows and some network file systems can't flush folders.
  }
}

const pglite = await PGlite.create({
  fs: durableFiles(workerData),
  startParams: START_PARAMS,
  extensions: { pg_trgm },
});

async function answer(messages) {
  const chunks = [];
  try {
    await pglite.execProtocolRawStream(messages, {
      // The file system needs no other synchronization than `fsync`.
      syncToFs: false,
      // The chunks are views of PGlite's memory, which is reused.
      onRawData: (chunk) => void chunks.push(Buffer.from(chunk)),
    });
    // Small buffers share their memory, which a thread can't give away.
    return { bytes: new Uint8Array(Buffer.concat(chunks)) };
  } catch (error) {
    return { message: String(error) };
  }
}

parentPort.on('message', async (order) => {
  if (order === 'close') {
    await pglite.close();
    parentPort.close();
    return;
  }
  const sent = await answer(order);
  parentPort.postMessage(sent, sent.bytes === undefined ? [] : [sent.bytes.buffer]);
});
// Ready.
parentPort.postMessage({ bytes: new Uint8Array() });
