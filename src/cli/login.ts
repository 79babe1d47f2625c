import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '@data-manager/lib/parseJson';
import { CommandError, EXIT } from './exitCode';

const FILE = 'login.json';

const Stored = v.object({ url: v.string(), token: v.string() });

/** The deployment, and the access token for it. Secret. */
export type Login = v.InferOutput<typeof Stored>;

/** The environment stands before what `dm login` has stored. */
export function findLogin(home: string, env: NodeJS.ProcessEnv): Login {
  const stored = readStored(home);
  const url = env.DM_URL || stored?.url;
  // A stored token is only for the deployment that it was stored for.
  const token = env.DM_TOKEN?.trim() || (url === stored?.url ? stored?.token : undefined);
  if (url === undefined || token === undefined)
    throw new CommandError(EXIT.refused, 'Sign in first: dm login URL, or set DM_URL and DM_TOKEN.');
  return { url, token };
}

/** Stores a login, readable only by the user. */
export function storeLogin(home: string, login: Login): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = join(home, FILE);
  writeFileSync(`${file}.new`, JSON.stringify(login), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readStored(home: string): Login | undefined {
  try {
    const stored = parseJson(readFileSync(join(home, FILE), 'utf8'));
    return v.is(Stored, stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}
