import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { createFreshPaths, createLocalPaths } from '@data-manager/domain/fetches/localPaths';
import { drawnTiff } from '../support/drawnTiff';
import { BROKEN_NAMES, KEPT_NAMES, longestName, REFUSED_NAMES } from '../support/hostileNames';
import { closeRaw, sendRaw } from '../support/rawRequest';
import { signIn, type Session } from '../support/signIn';
import { freePort, startBackend, type Backend } from '../support/startBackend';
import { md5OfStored, storeAtOnce } from '../support/storedFiles';
import { until } from '../support/until';
import { md5OfArchive, textsOfArchive } from '../support/unzip';
import { md5, uploadFile } from '../support/uploadFile';

/** Keys that try to leave the sponsor's folder, in spellings that have broken other programs. */
const KEYS: readonly string[] = [
  '../../keys/identity.json',
  'acme/../globex/p/a.tif',
  'acme/p/../../../keys/identity.json',
  'acme/p/..',
  'acme/p/./a.tif',
  'acme//p/a.tif',
  '/acme/p/a.tif',
  '/etc/passwd',
  '//server/share/a.tif',
  'acme\\p\\a.tif',
  'acme/p/..\\..\\a.tif',
  'C:\\windows\\a.tif',
  'C:/windows/a.tif',
  'file:///etc/passwd',
  'acme/p/a\0.tif',
  'acme/p/a.tif\0.png',
  'acme/p/a\n.tif',
  'acme/p/a\u0085.tif',
  'acme/p/\ud800.tif',
  'acme/p/ä.tif'.normalize('NFD'),
  'globex/p/a.tif',
  'Acme/p/a.tif',
  'acme\u200b/p/a.tif',
  '.',
  '..',
  '',
  `acme/p/${'a'.repeat(256)}`,
  `acme/p/${'a/'.repeat(600)}b`,
];

/** Unusual but valid names: they are never decoded twice. */
const NAMES_ONLY: readonly string[] = [
  'acme/p/%2e%2e/a.tif',
  'acme/p/..%2f..%2fa.tif',
  'acme/p/%00.tif',
  'acme/p/%252e%252e%252fa.tif',
  'acme/p/…/a.tif',
  'acme/p/．．/a.tif',
  'acme/p/..a/a.tif',
  'acme/p/~/a.tif',
  'acme/p/$(id).tif',
  'acme/p/-rf.tif',
];

let backend: Backend;
let member: Session;

beforeAll(async () => {
  const appDir = join(__dirname, '..', '..', 'public');
  backend = await startBackend({ APP_PORT: String(await freePort()), APP_DIR: appDir });
  member = await signIn(backend, 'member@acme.example');
  await member.make('/project', { title: 'p' });
  await uploadFile(member, 'acme/p/a.tif', [drawnTiff(5_000, 1)]);
});
afterAll(async () => {
  closeRaw();
  await backend.stop();
});

/** Returns every file of the data folder except the database's. */
async function filesOnDisk(): Promise<readonly string[]> {
  const names = await readdir(backend.dataDir, { recursive: true });
  return names.filter((name) => !name.startsWith('database')).sort();
}

/** URLs can't contain lone surrogates, only JSON can. */
function isBroken(key: string): boolean {
  return /\p{Surrogate}/u.test(key);
}

function calls(key: string): readonly (readonly [method: string, path: string, body?: unknown])[] {
  const digest = 'd41d8cd98f00b204e9800998ecf8427e';
  const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
  const completion = {
    key,
    uploadId: 'a'.repeat(48),
    parts: [{ PartNumber: 1, ETag: digest, checksum: digest }],
    checksum: `${digest}-1`,
  };
  return [
    ['POST', '/upload/start', { key }],
    ['GET', `/upload/urls?${query({ key, uploadId: 'a'.repeat(48), partNumber: '1', totalParts: '1' })}`],
    ['POST', '/upload/complete', completion],
    ['DELETE', '/upload/cancel', { key, uploadId: 'a'.repeat(48) }],
    ['POST', '/download', { onlyDownSamples: false, zipFileName: 'a.zip', files: [key] }],
    ['POST', '/download', { onlyDownSamples: false, zipFileName: 'a.zip', folder: key }],
    ['GET', `/manage/files?${query({ path: key })}`],
    ['POST', '/manage/files/urls', { keys: [key] }],
    ['DELETE', '/manage/files', { keys: [key] }],
    ['POST', '/manage/files/restore', { keys: [key] }],
    ['POST', '/manage/files/move', { moves: [{ from: key, to: 'acme/p/b.tif' }] }],
  ];
}

describe('a key outside of the sponsor’s folder', () => {
  test.each(KEYS.map((key) => [JSON.stringify(key.slice(0, 60)), key]))(
    '%s is rejected by every route',
    async (_, key) => {
      const before = await filesOnDisk();
      const isPath = /^globex\/p|^Acme|^acme\u200b/.test(key);
      for (const [method, path, body] of calls(key)) {
        if (isBroken(key) && body === undefined) continue;
        const { status } = await member.call(method, path, body);
        expect([method, path, status]).toEqual([method, path, isPath ? 403 : expect.any(Number)]);
        expect([400, 403]).toContain(status);
      }
      const { A_K: ak = '', S_K: sk = '', session_token: token = '' } = member.values;
      const credentials = new URLSearchParams({ ak, sk, session_token: token }).toString();
      for (const id of spellings(key)) {
        const path = `/get-thumbnail-image/${id}?${credentials}`;
        const { status } = await sendRaw(backend, { method: 'GET', path });
        // The router rejects some spellings with 404.
        expect([id, [400, 403, 404].includes(status)]).toEqual([id, true]);
      }
      expect(await filesOnDisk()).toEqual(before);
    },
  );

  test.each(NAMES_ONLY)('%s is accepted as a plain name', async (key) => {
    const { body, status } = await member.call<{ uploadId: string }>('POST', '/upload/start', { key });
    expect(status).toBe(200);
    await member.call('DELETE', '/upload/cancel', { key, uploadId: body.uploadId });
    await uploadFile(member, key, [Buffer.from('x')]);
    expect(await md5OfStored(member, key)).toBe(md5('x'));
  });
});

/** Encodes a key in the ways that URL decoders disagree on. */
function spellings(key: string): readonly string[] {
  if (isBroken(key)) return ['%ed%a0%80'];
  const once = encodeURIComponent(key);
  return [once, encodeURIComponent(once), once.replaceAll('%2F', '/'), once.replaceAll('.', '%2e'), `${once}%c0%ae`];
}

test.each([
  ['an upload id', 'PUT', '/storage/../../keys/1?expires=9999999999&signature=a'],
  ['an encoded upload id', 'PUT', '/storage/..%2f..%2fkeys/1?expires=9999999999&signature=a'],
  ['an archive', 'GET', '/archives/..%2f..%2fkeys%2fidentity/a.zip?expires=9999999999&signature=a'],
  ['a viewer', 'GET', '/viewer/..%2f..%2fkeys/9999999999/a/tiles/x/y/z/identity.json'],
  ['an asset of a page', 'GET', '/assets/..%2fviewerPage.ts'],
  ['an asset of a page, twice encoded', 'GET', '/assets/%252e%252e%252fviewerPage.ts'],
])('%s with a path traversal does not reach other files', async (_what, method, path) => {
  const answer = await sendRaw(backend, { method, path });
  expect([400, 403, 404]).toContain(answer.status);
  expect(await answer.text()).not.toMatch(/signingKey|import /);
});

test.each([
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/..\\package.json',
  '/..%5cpackage.json',
  '/static/..%2f..%2fpackage.json',
  '/%252e%252e%252fpackage.json',
  '//etc/passwd',
  '/%00',
  '/.git/config',
])('the app’s file server does not leave its folder for %s', async (path) => {
  const answer = await sendRaw({ url: backend.appUrl }, { method: 'GET', path });
  const text = await answer.text();
  expect(answer.status).toBeLessThan(500);
  expect(text).not.toMatch(/"workspaces"|root:|\[core\]/);
});

describe('an entry of an archive', () => {
  const hostile = fc.oneof(
    fc.constantFrom('C:evil.tif', 'c:\\evil.tif', '..\\..\\evil.tif', 'a\\..\\..\\b', 'a\nb.tif', '\\\\server\\x'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  );

  test('has a relative path inside the target folder for any file name', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (names) => {
        // File names contain no slash and no NUL, and are not `.` or `..`.
        const segments = names.map((name) => name.replace(/[/\0]/g, '-')).filter((name) => !/^\.{1,2}$/.test(name));
        const entry = createFreshPaths('').fileAt(segments.join('/'));
        expect(entry).not.toMatch(/\\|^[a-z]:|^\/|\p{Control}/iu);
        expect(entry.split('/')).not.toContain('..');
      }),
    );
  });

  /** Downloads the archive of a folder. */
  async function downloaded(folder: string): Promise<string> {
    const order = { onlyDownSamples: false, folder, zipFileName: 'odd.zip' };
    const { body } = await member.call<{ ref: string }>('POST', '/download', order);
    const url = await until('the archive is ready', async () => {
      const progress = await member.call<{ status: string; url?: string }>('GET', `/download/progress/${body.ref}`);
      expect(progress.body.status).not.toBe('FAILED');
      return progress.body.url;
    });
    const path = join(backend.dataDir, 'odd.zip');
    await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
    return path;
  }

  /** Downloads the archive of a folder and returns the MD5 of each file by name. */
  async function unpacked(folder: string): Promise<ReadonlyMap<string, string>> {
    return md5OfArchive(await downloaded(folder));
  }

  test('has a safe name in the archive, and no file is lost', async () => {
    const names = ['..\\..\\evil.tif', 'C:evil.tif', 'C:/a.tif', 'line\nbreak.tif', 'plain.tif'];
    await storeAtOnce(
      backend,
      names.map((name) => [`acme/p/odd/${name}`, name]),
    );
    expect([...(await unpacked('acme/p/odd')).keys()].sort()).toEqual([
      'Renamed files.txt',
      'odd/.._.._evil.tif',
      'odd/C_/a.tif',
      'odd/C_evil.tif',
      'odd/line_break.tif',
      'odd/plain.tif',
    ]);
    const list = (await textsOfArchive(await downloaded('acme/p/odd'))).get('Renamed files.txt');
    expect(list?.split('\r\n').slice(2, -1).sort()).toEqual([
      'In this archive\tOn the server',
      'odd/.._.._evil.tif\todd/..\\..\\evil.tif',
      'odd/C_/a.tif\todd/C:/a.tif',
      'odd/C_evil.tif\todd/C:evil.tif',
      'odd/line_break.tif\todd/line[U+000A]break.tif',
    ]);
  });

  test('can be unpacked on Windows, whatever the names of the files', async () => {
    const names = ['aux.tif', 'NUL/a.tif', 'dots...', 'what?.tif', 'A.tif', 'a.tif', 'Renamed files.txt'];
    for (const name of names) await uploadFile(member, `acme/p/windows/${name}`, [Buffer.from(name)]);
    const found = await unpacked('acme/p/windows');
    expect([...found.keys()].sort()).toEqual(
      [
        'Renamed files.txt',
        'windows/A.tif',
        'windows/Renamed files.txt',
        'windows/_NUL/a.tif',
        'windows/_aux.tif',
        'windows/a (2).tif',
        'windows/dots___',
        'windows/what_.tif',
      ].sort(),
    );
    expect(found.get('windows/_aux.tif')).toBe(md5('aux.tif'));
  });

  test('is the only one in an archive of names that need no change', async () => {
    await uploadFile(member, 'acme/p/simple/a.tif', [Buffer.from('a')]);
    expect([...(await unpacked('acme/p/simple')).keys()]).toEqual(['simple/a.tif']);
  });

  test('has the content that was uploaded, and the name unless that is unsafe', async () => {
    const names = [...KEPT_NAMES.map(([, name]) => name), longestName('')];
    const sent = names.map((name) => [`kept/${name}/${name}`, Buffer.from(`bytes of ${name}`)] as const);
    for (const [name, bytes] of sent) await uploadFile(member, `acme/p/${name}`, [bytes]);
    const listed = await member.call<{ files: { key: string }[] }>('GET', '/manage/files?path=acme/p/kept');
    expect(new Set(listed.body.files.map(({ key }) => key))).toEqual(new Set(sent.map(([name]) => `acme/p/${name}`)));
    const pathOf = createLocalPaths('acme/p/');
    const keys = sent
      .map(([name]) => `acme/p/${name}`)
      .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    for (const key of keys) pathOf(key);
    const found = new Map(await unpacked('acme/p/kept'));
    found.delete('Renamed files.txt');
    expect(found).toEqual(new Map(sent.map(([name, bytes]) => [pathOf(`acme/p/${name}`), md5(bytes)])));
  });
});

test.each([...REFUSED_NAMES, ...BROKEN_NAMES])(
  'rejects a name with %s with a message on one line',
  async (_what, name) => {
    const { status, body } = await member.call('POST', '/upload/start', { key: `acme/p/${name}/a.tif` });
    expect(status).toBe(400);
    expect(body.msg).toMatch(/^The path ".*" [\w ]+\.$/);
    expect(body.msg).not.toMatch(/[\p{Control}\p{Surrogate}]/u);
  },
);
