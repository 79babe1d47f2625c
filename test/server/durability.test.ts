import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { signIn } from '../support/signIn';
import { START_TIMEOUT_MS, startBackend, usesEmbeddedDatabase } from '../support/startBackend';

const onEmbeddedDatabase = usesEmbeddedDatabase && process.platform === 'linux' ? test : test.skip;

onEmbeddedDatabase(
  'the embedded database keeps acknowledged changes after a power cut',
  async () => {
    const preload = resolve(__dirname, '..', 'support', 'powerCut.cjs');
    const backend = await startBackend({ NODE_OPTIONS: `--require ${JSON.stringify(preload)}` });
    const session = await signIn(backend, 'member@acme.example');
    for (const title of ['one', 'two', 'three']) await session.make('/project', { title });
    await backend.kill();

    const database = join(backend.dataDir, 'database');
    await rm(database, { recursive: true });
    await rename(`${database}.durable`, database);
    await backend.restart({ NODE_OPTIONS: '' });

    const { body } = await session.call<{ projects: { title: string }[] }>('GET', '/project');
    expect(body.projects.map(({ title }) => title)).toEqual(['one', 'three', 'two']);
    await backend.stop();
  },
  START_TIMEOUT_MS,
);
