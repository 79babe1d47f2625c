import { announceApp, ensureInstalled, spawnTypeScript, spawnWebpack } from './steps.mjs';

await ensureInstalled();
// The backend runs from its sources, but the page of the viewer can't.
const { bundleViewer } = await import('./bundleServer.mjs');
await bundleViewer();
const { bundleCli } = await import('./bundleCli.mjs');
await bundleCli();

const appPort = process.env.APP_PORT ?? '3000';
const backendUrl = process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? '4000'}`;
const appUrl = process.env.APP_URL ?? `http://localhost:${appPort}`;

const backend = spawnTypeScript('server/src/main.ts', { APP_PORT: '0', APP_URL: appUrl });
const options = ['config=development', `port=${appPort}`, `app=${appUrl}`, `backend=${backendUrl}`].flatMap((one) => [
  '--env',
  one,
]);
const frontend = spawnWebpack(['serve', '--mode', 'development', ...options]);

void announceApp('Data Manager is ready:', `http://localhost:${appPort}/`);

// If one process exits, stop the other, so that the failure is visible.
for (const [child, other] of [
  [backend, frontend],
  [frontend, backend],
]) {
  child.on('close', (code) => {
    process.exitCode ||= code ?? 0;
    other.kill('SIGTERM');
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    backend.kill(signal);
    frontend.kill(signal);
  });
}
