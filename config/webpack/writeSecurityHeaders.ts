import fs from 'node:fs';
import path from 'node:path';
import { CONFIG_FILE, HEADERS_FILE, securityHeadersFor } from './securityHeadersFile';

// `npm run headers -- FOLDER` rewrites the headers after `config.json` has been edited.
const folder = path.resolve(process.argv[2] ?? 'dist');
const headers = path.join(folder, HEADERS_FILE);
try {
  fs.writeFileSync(headers, securityHeadersFor(fs.readFileSync(path.join(folder, CONFIG_FILE), 'utf8')));
  process.stdout.write(`${headers} is written.\n`);
} catch (error) {
  process.stderr.write(`${headers} is not written. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
