import { fetchPreview } from '../../src/api/previews';
import { aDeployment } from '../support/builders';
import { createFakeExtra } from '../support/createApiStore';
import { createFakeServer, type FakeAnswer } from '../support/fakeServer';

const ROUTE = 'GET /get-thumbnail-image/acme%2Fbrains%2Fa%20b.tif';

function preview(answer: FakeAnswer, signal = new AbortController().signal) {
  const { ports, server } = createFakeExtra(createFakeServer({ [ROUTE]: answer }));
  const outcome = fetchPreview(ports, aDeployment(), 'thumbnail', 'acme/brains/a b.tif', signal);
  return { outcome, server, ports };
}

describe('fetchPreview', () => {
  it('asks the preview host for the key as one segment, with the three keys', async () => {
    const { outcome, server } = preview({ text: 'image', headers: { 'Content-Type': 'image/png' } });
    const result = await outcome;
    expect(result.ok && result.value.type).toBe('image/png');
    expect(server.calls[0]?.url).toBe('https://preview.test/get-thumbnail-image/acme%2Fbrains%2Fa%20b.tif');
    expect(Object.fromEntries(server.calls[0]?.query ?? [])).toEqual({
      ak: 'ak-1',
      sk: 'sk-1',
      session_token: 'session-1',
    });
    expect(server.calls[0]?.headers.has('Authorization')).toBe(false);
  });

  it.each<[FakeAnswer, string]>([
    [{ status: 401 }, 'unauthorized'],
    [{ status: 403 }, 'forbidden'],
    [{ status: 404 }, 'not-found'],
    [{ status: 500 }, 'refused'],
    ['unreachable', 'unreachable'],
  ])('turns %j into the failure %s, silently', async (answer, kind) => {
    const { outcome, ports } = preview(answer);
    expect(await outcome).toMatchObject({ ok: false, failure: { kind } });
    expect(ports.recorded.toasts).toEqual([]);
  });

  it('is aborted by its signal', async () => {
    expect(await preview('hanging', AbortSignal.abort()).outcome).toEqual({ ok: false, failure: { kind: 'aborted' } });
  });
});
