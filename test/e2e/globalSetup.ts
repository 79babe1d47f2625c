import { rm } from 'node:fs/promises';
import { buildServer, makeReadyMadeData, READY_MADE_DATA } from '../support/startBackend';

/** Builds the server, and creates the sample data once, because creating it takes most of a first start. Returns the teardown. */
export default async function setUp(): Promise<() => Promise<void>> {
  buildServer();
  const folder = await makeReadyMadeData({ SAMPLES: '1' });
  process.env[READY_MADE_DATA] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
