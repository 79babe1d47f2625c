import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedConnection } from '../../server/src/database/embeddedConnection';
import { newDataFolder, removeData, START_TIMEOUT_MS, usesEmbeddedDatabase } from '../support/startBackend';

type Server = ConstructorParameters<typeof EmbeddedConnection>[0];

/** Keeps the process busy, as all of PGlite's statements do. */
const execProtocolRawStream: Server['execProtocolRawStream'] = (message, { onRawData }) => {
  const end = performance.now() + 5;
  while (performance.now() < end);
  onRawData(message);
  return Promise.resolve();
};

test('the embedded database lets other work of the server continue between the queries of one request', async () => {
  const connection = new EmbeddedConnection({ execProtocolRawStream });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  for (let count = 0; count < 20; count += 1) {
    connection.write('query');
    await once(connection, 'data');
  }
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
});

test('the embedded database receives the messages of a statement in one piece', async () => {
  const messages: string[] = [];
  const connection = new EmbeddedConnection({
    execProtocolRawStream: (message, { onRawData }) => {
      messages.push(Buffer.from(message).toString());
      onRawData(message);
      return Promise.resolve();
    },
  });
  connection.cork();
  for (const message of ['parse', 'bind', 'execute']) connection.write(message);
  connection.uncork();
  await once(connection, 'data');
  expect(messages).toEqual(['parsebindexecute']);
});

test('a connection to the embedded database closes when it is ended, so that the pool can replace it', async () => {
  const connection = new EmbeddedConnection({ execProtocolRawStream });
  connection.resume();
  connection.end();
  await once(connection, 'close');
}, 1_000);

(usesEmbeddedDatabase ? test : test.skip)(
  'the embedded database keeps none of its answers in memory',
  async () => {
    const dataDir = await newDataFolder('ready-made');
    const script = join(__dirname, '..', 'support', 'databaseMemory.ts');
    const flags = ['--expose-gc', '--import', 'tsx'];
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, dataDir], {
      cwd: resolve(__dirname, '..', '..'),
    });
    // 20,000 rows of 32 characters.
    expect(Number(stdout)).toBeLessThan(500_000);
    await removeData(dataDir);
  },
  START_TIMEOUT_MS,
);
