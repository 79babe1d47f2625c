import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from 'node:http';
import pg from 'pg';
import type { RecordedQuery, RecorderMessage } from './recordQueries';

/* A backend that records its queries. Its parent names the call that is recorded, and receives the queries of all calls. */

type Method<Result> = (this: unknown, ...args: unknown[]) => Result;

const queries: RecordedQuery[] = [];
let call = 'other';
/** The call that the present code works for; undefined in the background. */
const calls = new AsyncLocalStorage<string>();

const servers = Server.prototype as unknown as { emit: Method<boolean> };
const { emit } = servers;
servers.emit = function emitInCall(...args) {
  const emitted = (): boolean => emit.apply(this, args);
  return args[0] === 'request' ? calls.run(call, emitted) : emitted();
};

const clients = pg.Client.prototype as unknown as { query: Method<unknown> };
const { query } = clients;
clients.query = function recordedQuery(...args) {
  const [config, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
  const { text, values: own } = typeof config === 'string' ? { text: config, values } : config;
  const working = calls.getStore();
  if (working !== undefined) queries.push({ call: working, text, values: own ?? [] });
  return query.apply(this, args);
};

// The server consists of ECMAScript modules.
void import('../../server/src/startup/startServer')
  .then(({ startServer }) => startServer(process.env, process.cwd()))
  .then((stop) => {
    process.on('message', (message: RecorderMessage) => {
      if ('call' in message) call = message.call;
      process.send?.('queries' in message ? queries : 'marked');
    });
    process.once('disconnect', () => void stop({ atOnce: true }).finally(() => process.exit()));
    process.send?.('ready');
  });
