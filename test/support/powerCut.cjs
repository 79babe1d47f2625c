const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { dirname } = require('node:path');
const { isMainThread, threadId } = require('node:worker_threads');

/*
 * Preloaded by the threads of a backend to simulate a power cut. `DATA_DIR.durable` contains what a disk keeps of the data folder: new
 * folders, renames, links and removals, but only those bytes that were flushed with `fsync`.
 */

const DATA = process.env.DATA_DIR ?? '';
const DURABLE = `${DATA}.durable`;

if (isMainThread) fs.cpSync(DATA, DURABLE, { recursive: true });

/** Returns the durable copy of a path in the data folder; undefined for other paths. */
function durablePath(path) {
  return typeof path === 'string' && path.startsWith(`${DATA}/`) ? DURABLE + path.slice(DATA.length) : undefined;
}

function keepBytes(fd) {
  const path = fs.readlinkSync(`/proc/self/fd/${fd}`);
  const copy = durablePath(path);
  if (copy === undefined || !fs.statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  fs.mkdirSync(dirname(copy), { recursive: true });
  // The power cut may interrupt the copy, but an interrupted flush keeps what was flushed before.
  const unfinished = `${DURABLE}/.unfinished-${threadId}`;
  fs.copyFileSync(path, unfinished);
  renameSync(unfinished, copy);
}

function keepMove(from, to) {
  const [copy, target] = [durablePath(from), durablePath(to)];
  if (copy === undefined || target === undefined || !fs.existsSync(copy)) return;
  fs.mkdirSync(dirname(target), { recursive: true });
  fs.cpSync(copy, target, { recursive: true });
  rmSync(copy, { recursive: true });
}

function keepLink(from, to) {
  const [copy, target] = [durablePath(from), durablePath(to)];
  if (copy !== undefined && target !== undefined && fs.existsSync(copy)) fs.copyFileSync(copy, target);
}

function keepRemoval(path) {
  const copy = durablePath(path);
  if (copy !== undefined) rmSync(copy, { recursive: true, force: true });
}

function afterwards(api, name, repeat) {
  const original = api[name];
  api[name] = (...args) => {
    const result = original.apply(api, args);
    if (!(result instanceof Promise)) {
      repeat(...args);
      return result;
    }
    return result.then((value) => {
      repeat(...args);
      return value;
    });
  };
}

const { renameSync, rmSync, fsync } = fs;
const { open } = fs.promises;

afterwards(fs, 'fsyncSync', keepBytes);
afterwards(fs, 'renameSync', keepMove);
afterwards(fs, 'unlinkSync', keepRemoval);
afterwards(fs.promises, 'rename', keepMove);
afterwards(fs.promises, 'link', keepLink);
afterwards(fs.promises, 'unlink', keepRemoval);
afterwards(fs.promises, 'rm', keepRemoval);
// Streams flush their files with this function.
fs.fsync = (fd, done) =>
  fsync(fd, (error) => {
    keepBytes(fd);
    done(error);
  });
fs.promises.open = async (...args) => {
  const file = await open(...args);
  afterwards(file, 'sync', () => keepBytes(file.fd));
  return file;
};
syncBuiltinESMExports();
