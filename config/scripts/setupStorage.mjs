import { ensureInstalled, ensureServerBuilt, spawnNode } from './steps.mjs';

await ensureInstalled();
await ensureServerBuilt();
spawnNode(['server/dist/setupStorage.js']).on('close', (code) => process.exit(code ?? 0));
