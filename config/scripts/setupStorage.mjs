import { ensureInstalled, spawnTypeScript } from './steps.mjs';

await ensureInstalled();
spawnTypeScript('server/src/setupStorage.ts').on('close', (code) => process.exit(code ?? 0));
