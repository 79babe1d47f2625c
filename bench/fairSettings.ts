import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { installPackages } from '../test/cluster/installPackages';
import { startPostgreSql } from '../test/cluster/services/postgresql';
import type { FakeIssuer } from '../test/support/fakeIssuer';
import { freePort, runSql, startBackend, type Backend } from '../test/support/startBackend';
import { FILL_BUSY_SPONSOR } from './busySponsor';
import { issuerVariables, signInHeaders, signInSponsor, type Send, type UserHeaders } from './serverUsers';

/* The servers that the benchmark `server-fair` measures. */

const OTHERS = 10;
/** Longer than the whole case takes. */
const TOKENS = { ACCESS_TOKEN_SECONDS: '3600' };

/** One server, or two of which the busy member uses the first. */
export interface Setting {
  readonly name: string;
  readonly url: string;
  readonly metricsUrl: string;
  readonly busy: UserHeaders;
  readonly others: readonly Send[];
}

/** Signs in the busy member at the first server, and the others at all of them in turn. */
async function signInAll(servers: readonly Backend[], issuer: FakeIssuer): Promise<Pick<Setting, 'busy' | 'others'>> {
  const [first] = servers;
  if (first === undefined) throw new Error('There is no server.');
  const busy = await signInHeaders(first, issuer, 0, true);
  const others: Send[] = [];
  for (let index = 1; index <= OTHERS; index += 1) {
    const send = await signInSponsor(servers[index % servers.length] ?? first, issuer, index);
    await send('POST', '/project', { title: 'bench' });
    others.push(send);
  }
  return { busy, others };
}

/** Runs a task with an embedded server. */
export async function withEmbedded<Result>(
  issuer: FakeIssuer,
  task: (setting: Setting) => Promise<Result>,
): Promise<Result> {
  const metricsPort = String(await freePort());
  const variables = { ...issuerVariables(issuer), ...TOKENS, METRICS_PORT: metricsPort };
  const backend = await startBackend(variables, { data: 'none', flags: [] });
  try {
    await backend.kill();
    await runSql(backend.dataDir, FILL_BUSY_SPONSOR);
    await backend.restart();
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    return await task({ name: 'embedded', url: backend.url, metricsUrl, ...(await signInAll([backend], issuer)) });
  } finally {
    await backend.stop();
  }
}

/** Runs a task with two servers that share PostgreSQL. */
export async function withCluster<Result>(
  issuer: FakeIssuer,
  task: (setting: Setting) => Promise<Result>,
): Promise<Result> {
  installPackages();
  const folder = await mkdtemp(join(tmpdir(), 'data-manager-bench-'));
  // PostgreSQL runs as another user.
  await chmod(folder, 0o711);
  const postgresql = await startPostgreSql(join(folder, 'postgresql'));
  const servers: Backend[] = [];
  try {
    const metricsPort = String(await freePort());
    const start = async (more: Readonly<Record<string, string>>): Promise<Backend> => {
      const variables = { ...issuerVariables(issuer), ...TOKENS, DATABASE_URL: postgresql.url, ...more };
      const server = await startBackend(variables, { data: 'none', flags: [] });
      servers.push(server);
      return server;
    };
    const { url } = await start({ METRICS_PORT: metricsPort });
    await start({});
    const client = new Client(postgresql.url);
    await client.connect();
    await client.query(FILL_BUSY_SPONSOR);
    await client.end();
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    return await task({ name: 'two servers', url, metricsUrl, ...(await signInAll(servers, issuer)) });
  } finally {
    for (const server of servers) await server.stop();
    await postgresql.service.stop();
    await rm(folder, { recursive: true });
  }
}
