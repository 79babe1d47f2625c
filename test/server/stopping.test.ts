import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { signIn } from '../support/signIn';
import { START_TIMEOUT_MS, startBackend } from '../support/startBackend';
import { until } from '../support/until';

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
