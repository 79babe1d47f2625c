import { rm } from 'node:fs/promises';
import { stopSharedBackend } from '../../test/support/sharedBackend';
import { READY_MADE_DATA } from '../../test/support/startBackend';

/** Removes the database created before the backend's tests. */
export default async function tearDown(): Promise<void> {
  await stopSharedBackend();
  const folder = process.env[READY_MADE_DATA];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
