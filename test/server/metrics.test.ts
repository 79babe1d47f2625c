import { createServer } from 'node:http';
import fastify from 'fastify';
import { createMetrics, measureRequests, sendMetrics, transfers } from '../../server/src/http/metrics';

const poolUse = () => ({ open: 10, idle: 3, waiting: 2 });
const rows = [
  { kind: 'archive', state: 'running', count: 4 },
  { kind: 'atlas', state: 'failed', count: 1 },
];
const database = { query: () => Promise.resolve({ rows }) as never, poolUse };

/** Returns the lines of the metrics whose names start with a text. */
async function linesOf(name: string, of: Parameters<typeof createMetrics>[0] = database): Promise<string[]> {
  const text = await createMetrics(of).metrics();
  return text.split('\n').filter((line) => line.startsWith(name));
}

test('requests are measured by route, method and class of status, without ids or query strings', async () => {
  const app = fastify();
  measureRequests(app);
  app.get('/project/:hash', () => ({}));
  await app.inject('/project/a-secret-hash?signature=a-secret');
  await app.inject('/a-secret-path');
  const lines = await linesOf('data_manager_http');
  const count = 'data_manager_http_request_duration_seconds_count';
  expect(lines).toContain(`${count}{route="/project/:hash",method="GET",status="2xx"} 1`);
  expect(lines).toContain(`${count}{route="none",method="GET",status="4xx"} 1`);
  expect(lines.join()).not.toContain('a-secret');
});

test('the metrics count jobs by kind and state, including states without jobs', async () => {
  const lines = await linesOf('data_manager_jobs');
  expect(lines).toHaveLength(24);
  expect(lines).toContain('data_manager_jobs{kind="archive",state="running"} 4');
  expect(lines).toContain('data_manager_jobs{kind="atlas",state="failed"} 1');
  expect(lines).toContain('data_manager_jobs{kind="removal",state="queued"} 0');
});

test('the metrics show the connections to the database, without jobs while it can’t be reached', async () => {
  const broken = { query: () => Promise.reject(new Error('refused')), poolUse };
  expect(await linesOf('data_manager_jobs', broken)).toEqual([]);
  expect(await linesOf('data_manager_database_connections', broken)).toEqual([
    'data_manager_database_connections{state="busy"} 7',
    'data_manager_database_connections{state="idle"} 3',
    'data_manager_database_connections{state="waiting"} 2',
  ]);
});

test('the metrics contain transfers and the delay of the event loop', async () => {
  transfers.uploadedBytes.inc(5_000);
  expect(await linesOf('data_manager_uploaded_bytes_total')).toEqual(['data_manager_uploaded_bytes_total 5000']);
  expect(await linesOf('nodejs_eventloop_lag_p99_seconds')).toHaveLength(1);
});

test('the port of the metrics serves only GET /metrics', async () => {
  const server = createServer(sendMetrics(createMetrics(database)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${String(port)}`;
  const response = await fetch(`${url}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(await response.text()).toContain('# TYPE data_manager_jobs gauge');
  expect((await fetch(`${url}/project`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
  server.closeAllConnections();
  server.close();
});
