import { startSharedBackend } from '../../test/support/sharedBackend';
import { makeReadyMadeData, READY_MADE_DATA, usesEmbeddedDatabase } from '../../test/support/startBackend';

/** Creates a database once, because creating it takes most of a first start, and starts the shared backend. */
export default async function setUp(): Promise<void> {
  if (usesEmbeddedDatabase) process.env[READY_MADE_DATA] = await makeReadyMadeData();
  await startSharedBackend();
}
