import { ensureBuilt, ensureInstalled, SERVER, spawnNode } from './steps.mjs';

await ensureInstalled();
await ensureBuilt();

const server = spawnNode([SERVER]);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('close', (code) => process.exit(code ?? 0));
