const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { dirname, join } = require('node:path');

/*
 * Preloaded by a backend to simulate a power cut. `database.durable` in its data folder contains what a disk keeps of the
 * embedded database: new folders, renames and removals, but only those bytes that were flushed with `fsync`.
 */

const DATABASE = join(process.env.DATA_DIR ?? '', 'database');
const DURABLE = `${DATABASE}.durable`;

if (fs.existsSync(DATABASE)) fs.cpSync(DATABASE, DURABLE, { recursive: true });

/** Returns the durable copy of a path in the database; undefined for other paths. */
function durablePath(path) {
  return typeof path === 'string' && path.startsWith(`${DATABASE}/`)
    ? DURABLE + path.slice(DATABASE.length)
    : undefined;
}

function afterwards(name, repeat) {
  const original = fs[name];
  fs[name] = (...args) => {
    const result = original(...args);
    repeat(...args);
    return result;
  };
}

afterwards('fsyncSync', (fd) => {
  const path = fs.readlinkSync(`/proc/self/fd/${fd}`);
  const copy = durablePath(path);
  if (copy === undefined || !fs.statSync(path).isFile()) return;
  fs.mkdirSync(dirname(copy), { recursive: true });
  fs.copyFileSync(path, copy);
});
afterwards('renameSync', (from, to) => {
  const [copy, target] = [durablePath(from), durablePath(to)];
  if (copy !== undefined && target !== undefined && fs.existsSync(copy)) fs.cpSync(copy, target, { recursive: true });
});
afterwards('unlinkSync', (path) => {
  const copy = durablePath(path);
  if (copy !== undefined) fs.rmSync(copy, { force: true });
});
syncBuiltinESMExports();
