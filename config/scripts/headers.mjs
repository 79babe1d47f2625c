import { ensureInstalled, spawnTypeScript } from './steps.mjs';

await ensureInstalled();
spawnTypeScript('config/webpack/writeSecurityHeaders.ts', {}, process.argv.slice(2)).on('close', (code) => {
  process.exitCode = code ?? 1;
});
