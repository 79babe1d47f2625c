import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { signIn } from '../support/signIn';
import { freePort, startBackend, type Backend } from '../support/startBackend';
import { until } from '../support/until';

/* One backend, because each start takes seconds: the first test uses it, and the second stops it. */

let backend: Backend;
let metricsUrl: string;

beforeAll(async () => {
  const metricsPort = String(await freePort());
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  backend = await startBackend({ METRICS_PORT: metricsPort, SHUTDOWN_DELAY_SECONDS: '3' });
});

test('a backend serves metrics at an address of their own, with the numbers of jobs in its database', async () => {
  expect((await fetch(`${backend.url}/metrics`)).status).toBe(404);
  const metrics = await (await fetch(metricsUrl)).text();
  expect(metrics).toContain('data_manager_jobs{kind="archive",state="queued"} 0');
  expect(metrics).toMatch(
    /data_manager_http_request_duration_seconds_count\{route="none",method="GET",status="4xx"\} 1/,
  );
});

test('a stopping backend reports that it is not ready, serves requests until balancers notice, finishes them and exits with 0', async () => {
  const { accessToken } = await signIn(backend, 'member@acme.example');
  const body = JSON.stringify({ title: 'Slowly sent' });
  const call = request(`${backend.url}/project`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  call.flushHeaders();
  await once(call, 'continue');
  const stopped = backend.stop();
  await until('the backend is not ready', async () => {
    const answer = await fetch(`${backend.url}/readyz`);
    return answer.status === 503 ? true : undefined;
  });
  const other = await fetch(`${backend.url}/openapi.json`);
  expect([other.status, other.headers.get('connection')]).toEqual([200, 'close']);
  await other.body?.cancel();
  await until('the backend accepts no new requests', async () => {
    const answer = await fetch(`${backend.url}/healthz`).catch(() => undefined);
    return answer?.ok === true ? undefined : true;
  });
  call.end(body);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  expect([answer.statusCode, await text(answer)]).toEqual([200, expect.stringContaining('Slowly sent') as string]);
  expect(await stopped).toBe(0);
});
