import { startSharedBackend } from '../../test/support/sharedBackend';
import { buildServer, makeReadyMadeData, READY_MADE_DATA, usesEmbeddedDatabase } from '../../test/support/startBackend';

/** Builds the server, creates a database once, because creating it takes most of a first start, and starts the shared backend. */
export default async function setUp(): Promise<void> {
  buildServer();
  if (usesEmbeddedDatabase) process.env[READY_MADE_DATA] = await makeReadyMadeData();
  await startSharedBackend();
}
