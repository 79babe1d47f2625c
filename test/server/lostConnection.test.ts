import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { openPostgres } from '../../server/src/database/connection/postgresServer';
import type { Database } from '../../server/src/database/sql';

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

const FAILED = message('E', Buffer.from('SERROR\0CXX000\0Mfailed\0\0'));

/** Responds to each statement, but closes the connection for one that contains `lose`, and fails one that contains a text. */
function createHandler(failing: string): (socket: Socket) => void {
  return (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([AUTHENTICATED, READY]));
      socket.on('data', (sent) => {
        if (sent.includes('lose')) socket.destroy();
        else socket.write(Buffer.concat([sent.includes(failing) ? FAILED : DONE, READY]));
      });
    });
  };
}

let server: Server;
let database: Database;

async function open(failing = 'nothing'): Promise<void> {
  server = createServer(createHandler(failing)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  database = await openPostgres(`postgres://user@127.0.0.1:${String(port)}/database`, () => undefined);
}

afterEach(async () => {
  await database.close();
  server.close();
});

test('a connection that PostgreSQL closes during a statement or a transaction fails only these', async () => {
  await open();
  const lost = 'Connection terminated unexpectedly';
  await expect(database.query('lose it')).rejects.toThrow(lost);
  await expect(database.transaction((transaction) => transaction.query('lose it'))).rejects.toThrow(lost);
  await expect(database.query('select 2')).resolves.toBeDefined();
});

test('a connection whose transaction can’t be rolled back is not used again', async () => {
  await open('rollback');
  const failure = new Error('The task failed.');
  await expect(database.transaction(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(database.poolUse().open).toBe(0);
  await expect(database.query('select 2')).resolves.toBeDefined();
});
