const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { devNull } = require('node:os');
const { join } = require('node:path');

/*
 * Preloaded by a backend to simulate a full disk while a flag file exists in its data folder. Filling a real disk would
 * disturb other processes.
 */

/** The disk is full while this file exists. */
const FLAG = join(process.env.DATA_DIR ?? '', 'disk-is-full');

/** Standard streams are not on the disk. */
const LAST_STANDARD_FD = 2;

const isFull = () => fs.existsSync(FLAG);

function noSpace() {
  return Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
}

/** Used by streams. */
for (const name of ['write', 'writev']) {
  const write = fs[name];
  fs[name] = (fd, ...args) => {
    const callback = args.at(-1);
    if (fd > LAST_STANDARD_FD && typeof callback === 'function' && isFull()) process.nextTick(callback, noSpace());
    else write(fd, ...args);
  };
}

/** Used by the embedded database, which has reserved the space of its log: only its tables can't grow. */
const { writeSync } = fs;
const TABLES = join(process.env.DATA_DIR ?? '', 'database', 'base');
fs.writeSync = (fd, buffer, offset, length, position) => {
  const grows = typeof position === 'number' && position >= fs.fstatSync(fd).size;
  if (grows && isFull() && fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith(TABLES)) throw noSpace();
  return writeSync(fd, buffer, offset, length, position);
};
syncBuiltinESMExports();

/** Used by `FileHandle.writeFile`. */
void fs.promises.open(devNull).then(async (handle) => {
  const prototype = Object.getPrototypeOf(handle);
  const { writeFile } = prototype;
  prototype.writeFile = async function (...args) {
    if (isFull()) throw noSpace();
    return writeFile.apply(this, args);
  };
  await handle.close();
});
