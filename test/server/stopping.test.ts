import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { signIn } from '../support/signIn';
import { freePort, START_TIMEOUT_MS, startBackend } from '../support/startBackend';
import { until } from '../support/until';

test(
  'a backend serves metrics at an address of its own, with the numbers of jobs in its database',
  async () => {
    const metricsPort = await freePort();
    const backend = await startBackend({ METRICS_PORT: String(metricsPort) });
    expect((await fetch(`${backend.url}/metrics`)).status).toBe(404);
    const metrics = await (await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).text();
    expect(metrics).toContain('data_manager_jobs{kind="archive",state="queued"} 0');
    expect(metrics).toMatch(
      /data_manager_http_request_duration_seconds_count\{route="none",method="GET",status="4xx"\} 1/,
    );
    await backend.stop();
  },
  START_TIMEOUT_MS,
);

test(
  'finishes a request in progress when the backend is stopped',
  async () => {
    const backend = await startBackend();
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
    await until('the backend accepts no new requests', async () => {
      const answer = await fetch(`${backend.url}/openapi.json`).catch(() => undefined);
      return answer?.ok === true ? undefined : true;
    });
    call.end(body);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    expect([answer.statusCode, await text(answer)]).toEqual([200, expect.stringContaining('Slowly sent') as string]);
    await stopped;
  },
  START_TIMEOUT_MS,
);
