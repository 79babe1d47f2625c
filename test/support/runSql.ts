import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY_ROOT = resolve(__dirname, '..', '..');

const SCRIPT = `
import { PGlite } from '@electric-sql/pglite';
const database = await PGlite.create(process.argv[1]);
await database.exec(process.argv[2]);
await database.close();
`;

/** Runs SQL on the database of a stopped backend, in another process because Jest can't load PGlite. */
export async function runSql(dataDir: string, sql: string): Promise<void> {
  const args = ['--input-type=module', '--eval', SCRIPT, join(dataDir, 'database'), sql];
  await promisify(execFile)(process.execPath, args, { cwd: REPOSITORY_ROOT });
}
