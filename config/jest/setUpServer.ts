import { rm } from 'node:fs/promises';
import { startSharedBackend, stopSharedBackend } from '../../test/support/sharedBackend';
import { buildServer, makeReadyMadeData, READY_MADE_DATA, usesEmbeddedDatabase } from '../../test/support/startBackend';
import { temporaryFolder } from '../../test/support/temporaryFolder';

let folder: string | undefined;

/** Builds the server, creates a database once, because creating it takes most of a first start, and starts the shared backend. */
export default async function setUp(): Promise<void> {
  buildServer();
  folder = await temporaryFolder();
  // The tests create their folders in it.
  process.env.TMPDIR = folder;
  if (usesEmbeddedDatabase) process.env[READY_MADE_DATA] = await makeReadyMadeData();
  await startSharedBackend();
}

/** Stops the shared backend, and removes the folders of all tests. */
export async function tearDown(): Promise<void> {
  await stopSharedBackend();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
