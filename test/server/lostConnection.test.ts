import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { openPostgres } from '../../server/src/database/postgresServer';

/** Encodes a message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const READY = message('Z', Buffer.from('I'));
const AUTHENTICATED = message('R', Buffer.alloc(4));
const DONE = message('C', Buffer.from('SELECT 1\0'));

/** Responds to each statement, but closes the connection for one that contains `lose`. */
function serve(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.write(Buffer.concat([AUTHENTICATED, READY]));
    socket.on('data', (sent) => {
      if (sent.includes('lose')) socket.destroy();
      else socket.write(Buffer.concat([DONE, READY]));
    });
  });
}

test('a connection that PostgreSQL closes during a statement or a transaction fails only these', async () => {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const database = await openPostgres(`postgres://user@127.0.0.1:${String(port)}/database`, () => undefined);

  await expect(database.query('lose it')).rejects.toThrow('Connection terminated unexpectedly');
  await expect(database.transaction((transaction) => transaction.query('lose it'))).rejects.toThrow();
  await expect(database.query('select 2')).resolves.toBeDefined();
  await database.close();
  server.close();
});
