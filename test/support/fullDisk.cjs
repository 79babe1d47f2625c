const fs = require('node:fs');
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
