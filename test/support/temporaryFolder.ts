import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder. The tests of the server remove it when all of them have ended. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'data-manager-'));
}
