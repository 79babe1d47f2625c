import { rm } from 'node:fs/promises';
import { startCluster } from '../cluster/startCluster';
import { usesCluster } from '../cluster/usesCluster';
import { shareBackend } from '../support/sharedBackend';
import { buildServer, makeReadyMadeData, READY_MADE_DATA } from '../support/startBackend';

/**
 * Builds the server, and starts a cluster or creates the sample data once, because creating it takes most of a first start.
 * Returns the teardown.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  buildServer();
  if (usesCluster) {
    const cluster = await startCluster({ variables: { SAMPLES: '1', LOG_LEVEL: 'trace' } });
    shareBackend(cluster);
    return () => cluster.stop();
  }
  const folder = await makeReadyMadeData({ SAMPLES: '1' });
  process.env[READY_MADE_DATA] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
