const fs = require('node:fs');
const { devNull } = require('node:os');
const { join } = require('node:path');

/*
 * Loaded into a backend before its own code: while a file of this name is in its data folder, its disk takes no byte
 * more. To take the space of a real disk would disturb whatever else runs on the machine.
 */

/** The file whose presence makes the disk full. */
const FLAG = join(process.env.DATA_DIR ?? '', 'disk-is-full');

/** The terminal is no disk. */
const LAST_STANDARD_FD = 2;

const isFull = () => fs.existsSync(FLAG);

function noSpace() {
  return Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
}

/** What streams write with. */
for (const name of ['write', 'writev']) {
  const write = fs[name];
  fs[name] = (fd, ...args) => {
    const tell = args.at(-1);
    if (fd > LAST_STANDARD_FD && typeof tell === 'function' && isFull()) process.nextTick(tell, noSpace());
    else write(fd, ...args);
  };
}

/** What is written to an opened file as a whole. */
void fs.promises.open(devNull).then(async (handle) => {
  const prototype = Object.getPrototypeOf(handle);
  const { writeFile } = prototype;
  prototype.writeFile = async function (...args) {
    if (isFull()) throw noSpace();
    return writeFile.apply(this, args);
  };
  await handle.close();
});
