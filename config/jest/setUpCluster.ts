import { startCluster, type Cluster } from '../../test/cluster/startCluster';
import { shareBackend } from '../../test/support/sharedBackend';
import { buildServer } from '../../test/support/startBackend';

let running: Cluster | undefined;

/** Builds the server, and starts a cluster for the tests. */
export default async function setUp(): Promise<void> {
  buildServer();
  running = await startCluster();
  shareBackend(running);
}

/** Stops the cluster. */
export async function stopCluster(): Promise<void> {
  await running?.stop();
}
