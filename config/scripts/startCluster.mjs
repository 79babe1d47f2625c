import { ensureBuilt, ensureInstalled, spawnTypeScript } from './steps.mjs';

await ensureInstalled();
await ensureBuilt();

const cluster = spawnTypeScript('test/cluster/tryCluster.ts', { NODE_NO_WARNINGS: '1' });
// Ctrl+C reaches the cluster directly.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => cluster.kill('SIGTERM'));
cluster.on('close', (code) => process.exit(code ?? 0));
