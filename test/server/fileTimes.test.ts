import yauzl from 'yauzl';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { until } from '../support/until';
import { uploadFile } from '../support/uploadFile';

const ORIGINAL = '2026-11-26T09:30:00.250Z';
const RESCAN = '2026-11-29T08:00:00.000Z';
const backend = sharedBackend();
let member: Session;

beforeAll(async () => {
  member = await signIn(backend, 'member@acme.example');
  await member.make('/project', { title: 'times' });
});

const at = (name: string): string => `acme/times/${name}`;

/** Returns the files’ own dates by path. */
async function timesOf(folder: string): Promise<Record<string, string | undefined>> {
  interface Page {
    readonly files: readonly { readonly key: string; readonly modified?: string }[];
  }
  const { body } = await member.call<Page>('GET', `/manage/files?path=${at(folder)}`);
  return Object.fromEntries(body.files.map(({ key, modified }) => [key.slice(at(folder).length + 1), modified]));
}

test('the date of a file is listed, and outlives a rename, a deletion and the rename of its project', async () => {
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title: 'times before' });
  const key = (name: string): string => `acme/times before/${name}`;
  await uploadFile(member, key('kept/a'), [Buffer.from('a')], ORIGINAL);
  await uploadFile(member, key('kept/undated'), [Buffer.from('b')]);
  await member.call('POST', '/manage/files/move', { moves: [{ from: key('kept/a'), to: key('kept/b') }] });
  await member.call('DELETE', '/manage/files', { keys: [key('kept/b')] });
  await member.call('POST', '/manage/files/restore', { keys: [key('kept/b')] });
  await member.call('PATCH', `/project/${projectHash}`, { title: 'times after' });
  const { body } = await member.call('GET', `/manage/files?path=${encodeURIComponent('acme/times after')}`);
  expect(body).toMatchObject({ files: [{ modified: ORIGINAL }, { key: 'acme/times after/kept/undated' }] });
  expect(body).not.toHaveProperty('files.1.modified');
});

test('the date of a file is that of the content that replaced it last', async () => {
  const times = [];
  for (const modified of [ORIGINAL, RESCAN, undefined]) {
    await uploadFile(member, at('replaced/a'), [Buffer.from(modified ?? '')], modified);
    times.push((await timesOf('replaced')).a);
  }
  expect(times).toEqual([ORIGINAL, RESCAN, undefined]);
});

test('a file in an archive has its own date, in UTC and to two seconds', async () => {
  await uploadFile(member, at('archived/a'), [Buffer.from('a')], ORIGINAL);
  const order = { folder: at('archived'), onlyDownSamples: false, zipFileName: 'a.zip' };
  const { body } = await member.call<{ ref: string }>('POST', '/download', order);
  const url = await until('the archive is ready', async () => {
    return (await member.call<{ url?: string }>('GET', `/download/progress/${body.ref}`)).body.url;
  });
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const dates: string[] = [];
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/a')) dates.push(entry.getLastModDate({ timezone: 'UTC' }).toISOString());
  }
  expect(dates).toEqual(['2026-11-26T09:30:00.000Z']);
});

test.each(['2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', 'yesterday', '0000-01-01T00:00:00Z', '', 5])(
  'an upload whose file has the impossible date %p does not start',
  async (modified) => {
    const { status, body } = await member.call('POST', '/upload/start', { key: at('impossible'), modified });
    expect([status, body.msg]).toEqual([400, expect.stringMatching(/modified|is not a date/)]);
  },
);

test.each(['0100-01-01T00:00:00.000Z', '1601-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
  'the unusual date %p of a file is stored exactly',
  async (modified) => {
    await uploadFile(member, at('unusual/a'), [Buffer.from('a')], modified);
    expect((await timesOf('unusual')).a).toBe(modified);
  },
);
