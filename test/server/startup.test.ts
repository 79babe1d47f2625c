import { once } from 'node:events';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { appSecurityHeaders } from '../../config/securityHeaders';
import { textWith } from '../support/matchers';
import { callWith, signIn, type Session } from '../support/signIn';
import {
  freePort,
  runSql,
  startAndFail,
  startBackend,
  usesEmbeddedDatabase,
  type Backend,
} from '../support/startBackend';
import { listKeys, storeFiles } from '../support/storedFiles';
import { temporaryFolder } from '../support/temporaryFolder';
import { until } from '../support/until';

describe('a backend that was killed', () => {
  let backend: Backend;
  let session: Session;

  beforeAll(async () => {
    backend = await startBackend();
    session = await signIn(backend, 'member@acme.example');
    await session.make('/project', { title: 'Kept' });
    const { projectHash } = await session.make<{ projectHash: string }>('/project', { title: 'Doomed' });
    await storeFiles(session, [['acme/Doomed/a.tif', Buffer.of(1)]]);
    await backend.kill();
    // The state after a kill between the change of the rows and that of the objects.
    await runSql(
      backend.dataDir,
      `update projects set deleted_at = now() where hash = '${projectHash}';
       insert into pending_work (kind, hash) values ('remove-project', '${projectHash}');`,
    );
    await backend.restart();
  });

  afterAll(() => backend.stop());

  it('keeps its projects after it was killed', async () => {
    expect((await session.call('GET', '/project')).body).toMatchObject({ projects: [{ title: 'Kept' }] });
  });

  it('completes an interrupted removal and frees the title', async () => {
    await until('the title is free', async () => {
      const { status } = await session.call('POST', '/project', { title: 'Doomed' });
      return status === 200 ? true : undefined;
    });
    expect(await listKeys(session, 'acme/Doomed')).toEqual([]);
  });

  it('accepts refresh tokens after it was killed', async () => {
    const headers = { 'x-refresh-token': session.refreshToken };
    expect((await callWith(backend, 'POST', '/auth/token', { headers })).status).toBe(200);
  });

  it('keeps browsers signed in', async () => {
    const { response } = await session.browser.open('/login');
    expect(response.headers.get('location')).toBe(`${backend.appUrl}/`);
  });

  it('rejects an expired access token', async () => {
    const { refreshToken } = await signIn(backend, 'member@acme.example');
    // A sign-in with such tokens fails on a busy machine, where they expire before the server verifies them.
    await backend.restart({ ACCESS_TOKEN_SECONDS: '1' });
    const renewed = await callWith<{ readonly access_token: string }>(backend, 'POST', '/auth/token', {
      headers: { 'x-refresh-token': refreshToken },
    });
    const headers = { authorization: `Bearer ${renewed.body.access_token}` };
    let answer = await callWith(backend, 'GET', '/project', { headers });
    while (answer.status === 200) answer = await callWith(backend, 'GET', '/project', { headers });

    expect(answer).toMatchObject({ status: 401, body: { msg: textWith('expired'), code: 'UNAUTHORIZED' } });
  });
});

describe('a backend that can’t start', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });

  it('prints only an error that names the invalid variable, without a stack trace or warnings', async () => {
    const { code, stderr } = await startAndFail(dataDir, { REFRESH_TOKEN_SECONDS: '60' });

    expect(code).toBe(1);
    expect(stderr).toContain('REFRESH_TOKEN_SECONDS must be a whole number from 28800');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  (usesEmbeddedDatabase ? it : it.skip).each([
    ['without its version file', 'base/1/1259', 'not a database'],
    ['with an unknown version', 'PG_VERSION', '99'],
  ])('reports a damaged database %s and deletes nothing', async (_what, name, content) => {
    const file = join(dataDir, 'database', name);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, content);
    const { code, stderr } = await startAndFail(dataDir);

    expect(code).toBe(1);
    expect(stderr).toMatch(/database .* is damaged .* DATA_DIR/);
    expect(stderr).not.toContain('    at ');
    expect(await readFile(file, 'utf8')).toBe(content);
  });
});

describe('the app’s files', () => {
  let backend: Backend;
  let appDir: string;
  let socket: Server;

  beforeAll(async () => {
    appDir = await temporaryFolder();
    // Files that can't be looked up and that can't be opened.
    await symlink('loop.3f2a9c1b.js', join(appDir, 'loop.3f2a9c1b.js'));
    socket = createServer().listen(join(appDir, 'socket.3f2a9c1b.js'));
    await once(socket, 'listening');
    await writeFile(join(appDir, 'index.html'), '<!doctype html><title>app</title>');
    await writeFile(join(appDir, 'main.3f2a9c1b.js'), 'app()');
    await writeFile(join(appDir, 'main.3f2a9c1b.js.gz'), gzipSync('app()'));
    await writeFile(join(appDir, 'main.3f2a9c1b.js.br'), brotliCompressSync('app()'));
    await writeFile(join(appDir, 'config.json'), '{"apiUrl":"https://elsewhere.example"}');
    backend = await startBackend({ APP_PORT: String(await freePort()), APP_DIR: appDir });
  });

  afterAll(async () => {
    await backend.stop();
    socket.close();
    await rm(appDir, { recursive: true });
  });

  it('serves a configuration that points to this backend', async () => {
    const response = await fetch(`${backend.appUrl}/config.json`);

    expect(await response.json()).toEqual({
      apiUrl: backend.url,
      loginUrl: `${backend.url}/login`,
      logoutUrl: `${backend.url}/logout`,
      imagePreviewUrl: backend.url,
      homeUrl: `${backend.appUrl}/`,
    });
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('lets files whose name contains a hash be cached forever, and revalidates index.html', async () => {
    const script = await fetch(`${backend.appUrl}/main.3f2a9c1b.js`);
    const page = await fetch(`${backend.appUrl}/`);

    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(page.headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['br', 'gzip', 'identity'])('serves the app’s files precompressed for the encoding %s', async (encoding) => {
    const script = await fetch(`${backend.appUrl}/main.3f2a9c1b.js`, { headers: { 'accept-encoding': encoding } });

    expect(script.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('vary')).toBe('Accept-Encoding');
    expect(await script.text()).toBe('app()');
  });

  it.each(['/', '/main.3f2a9c1b.js', '/config.json', '/acme/Brain', '/main.css'])(
    'sends security headers at %s',
    async (path) => {
      const { headers } = await fetch(backend.appUrl + path);
      const addresses = { apiUrl: backend.url, imagePreviewUrl: backend.url };
      const sent = Object.entries(appSecurityHeaders(addresses)).map(([name]) => [name, headers.get(name) ?? '']);

      expect(Object.fromEntries(sent)).toEqual(appSecurityHeaders(addresses));
    },
  );

  it('returns the app for a screen’s path', async () => {
    const response = await fetch(`${backend.appUrl}/acme/Brain/TC042`);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it.each(['/main.00000000.js', '/main.css', '/main.js.map'])('returns 404 for the missing %s', async (path) => {
    expect((await fetch(backend.appUrl + path)).status).toBe(404);
  });

  it.each(['loop', 'socket'])(
    'the app’s files that can’t be read return 500 without caching, and are logged: %s',
    async (name) => {
      const response = await fetch(`${backend.appUrl}/${name}.3f2a9c1b.js`, {
        headers: { 'accept-encoding': 'identity' },
      });
      const words = await response.text();

      expect(response.status).toBe(500);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(words).toContain(response.headers.get('x-request-id'));
      expect(words).not.toContain(appDir);
      expect(backend.log()).toContain(response.headers.get('x-request-id'));
    },
  );

  it('lets the app’s pages call the backend, unlike pages of other origins', async () => {
    const preflight = (origin: string): Promise<Response> =>
      fetch(`${backend.url}/project`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization',
        },
      });
    const allowed = await preflight(backend.appUrl);
    const refused = await preflight('http://elsewhere.example');

    expect(allowed.headers.get('access-control-allow-origin')).toBe(backend.appUrl);
    expect(allowed.headers.get('access-control-max-age')).toBe('7200');
    expect(allowed.headers.get('access-control-allow-headers')).toContain('X-Id-Token');
    expect(allowed.headers.get('access-control-expose-headers')).toContain('ETag');
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  });
});
