import { sharedBackend } from '../support/sharedBackend';

/** The longest time in seconds for which Chromium caches a preflight response. */
const KEPT = '7200';

const backend = sharedBackend();

/** Sends the preflight of a cross-origin request. */
function preflight(method: string, path: string, headers: string): Promise<Response> {
  return fetch(backend.url + path, {
    method: 'OPTIONS',
    headers: {
      origin: backend.appUrl,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    },
  });
}

describe('a CORS preflight', () => {
  test.each([
    ['GET', '/project', 'authorization'],
    ['GET', '/upload/urls?key=acme/p/a.tif&uploadId=u&partNumber=1&totalParts=1', 'authorization'],
    ['POST', '/upload/start', 'authorization,content-type'],
    ['POST', '/upload/complete', 'authorization,content-type'],
    ['DELETE', '/upload/cancel', 'authorization,content-type'],
    ['DELETE', '/project/1', 'authorization,content-type,x-id-token'],
    ['POST', '/auth/token', 'x-refresh-token'],
    ['PUT', '/storage/u/1?expires=1&signature=s', 'content-type'],
    ['GET', '/contents/p/b/e?expires=1&signature=s', 'range'],
  ])(
    'a CORS preflight for %s %s allows its headers (%s) and is cached for two hours',
    async (method, path, headers) => {
      const answer = await preflight(method, path, headers);
      const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/, */);

      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-max-age')).toBe(KEPT);
      expect(answer.headers.get('access-control-allow-methods')).toContain(method);
      expect(allowed).toEqual(expect.arrayContaining(headers.split(',')));
    },
  );
});
