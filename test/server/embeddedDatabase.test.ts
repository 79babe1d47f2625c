import { once } from 'node:events';
import { EmbeddedConnection } from '../../server/src/database/embeddedConnection';

/** Keeps the process busy, as all of PGlite's statements do. */
function execProtocolRaw(message: Uint8Array): Promise<Uint8Array> {
  const end = performance.now() + 5;
  while (performance.now() < end);
  return Promise.resolve(message);
}

test('the embedded database lets other work of the server go on between the queries of one request', async () => {
  const connection = new EmbeddedConnection({ execProtocolRaw });
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
    execProtocolRaw: (message) => {
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

test('a connection to the embedded database closes when it is ended, so that the pool goes on with another one', async () => {
  const connection = new EmbeddedConnection({ execProtocolRaw });
  connection.resume();
  connection.end();
  await once(connection, 'close');
}, 1_000);
