import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedConnection } from '../../server/src/database/connection/embeddedConnection';
import { newDataFolder, removeData, usesEmbeddedDatabase } from '../support/startBackend';

const root = resolve(__dirname, '..', '..');

/** Runs a program of `test/support` with a data folder of its own, and returns its output. */
async function run(program: string, ...flags: string[]): Promise<string> {
  const dataDir = await newDataFolder('ready-made');
  const path = join(root, 'test', 'support', program);
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--import', 'tsx', path, dataDir], {
    cwd: root,
  });
  await removeData(dataDir);
  return stdout;
}

test('the embedded database receives the messages of a statement in one piece', async () => {
  const messages: string[] = [];
  const connection = new EmbeddedConnection({
    exchange: (message) => {
      messages.push(Buffer.from(message).toString());
      return Promise.resolve(message);
    },
  });
  connection.cork();
  for (const message of ['parse', 'bind', 'execute']) connection.write(message);
  connection.uncork();
  await once(connection, 'data');
  expect(messages).toEqual(['parsebindexecute']);
});

test('a connection to the embedded database closes when it is ended, so that the pool can replace it', async () => {
  const connection = new EmbeddedConnection({ exchange: () => Promise.resolve(new Uint8Array()) });
  connection.resume();
  connection.end();
  await once(connection, 'close');
});

(usesEmbeddedDatabase ? describe : describe.skip)('the embedded database', () => {
  test('keeps none of its answers in memory', async () => {
    // 20,000 rows of 32 characters.
    expect(Number(await run('databaseMemory.ts', '--expose-gc'))).toBeLessThan(500_000);
  });

  test('lets the server do other work during a statement', async () => {
    expect(Number(await run('databaseTurns.ts'))).toBeGreaterThan(100);
  });
});
