const fs = require('node:fs');
const { join } = require('node:path');

/*
 * Preloaded by a backend whose streams read no file while a flag file exists in its data folder, so that an archive stays
 * in preparation.
 */

const FLAG = join(process.env.DATA_DIR ?? '', 'reads-are-held');
const LOOK_EVERY_MS = 20;

const { read } = fs;
fs.read = (...args) => {
  if (fs.existsSync(FLAG)) setTimeout(() => fs.read(...args), LOOK_EVERY_MS);
  else read(...args);
};
