import fs from 'node:fs';
import { NOT_BUNDLED } from './notBundled.mjs';

// Removes the packages that the server's bundle contains from its package.json, so that npm does not install them into
// an image. Run by deploy/Containerfile in a copy.
const file = 'server/package.json';
const manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
const isNeeded = (name) =>
  NOT_BUNDLED.some((one) => name === one || (one.endsWith('*') && name.startsWith(one.slice(0, -1))));
manifest.dependencies = Object.fromEntries(Object.entries(manifest.dependencies).filter(([name]) => isNeeded(name)));
fs.writeFileSync(file, JSON.stringify(manifest));
