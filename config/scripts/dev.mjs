import { ensureInstalled, run, spawnTypeScript } from './steps.mjs';

await ensureInstalled();

const appPort = process.env.APP_PORT ?? '3000';
const server = spawnTypeScript('server/src/main.ts', {
  APP_PORT: '0',
  APP_URL: process.env.APP_URL ?? `http://localhost:${appPort}`,
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
// A backend that could not start has said why: a front end alone would only hide it.
server.on('close', (code) => process.exit(code ?? 0));

const code = await run(process.execPath, [
  'node_modules/webpack/bin/webpack.js',
  'serve',
  '--mode',
  'development',
  '--env',
  'config=development',
  '--env',
  `port=${appPort}`,
  '--env',
  `backend=${process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? '4000'}`}`,
]);
server.kill('SIGTERM');
process.exitCode = code;
