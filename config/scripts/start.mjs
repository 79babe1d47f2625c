import { ensureBuilt, ensureInstalled, spawnTypeScript } from './steps.mjs';

await ensureInstalled();
await ensureBuilt();

const server = spawnTypeScript('server/src/main.ts');
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('close', (code) => process.exit(code ?? 0));
