import { toCsv } from '../../server/src/routes/audit';
import { sharedBackend } from '../support/sharedBackend';
import { Browser, signIn, type Session } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';

const backend = sharedBackend();
let member: Session;
let admin: Session;

beforeAll(async () => {
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
});

async function exportLog(session: Session, query = ''): Promise<{ status: number; text: string; type: string | null }> {
  const headers = { authorization: `Bearer ${session.accessToken}`, 'x-id-token': session.idToken };
  const response = await fetch(`${backend.url}/audit${query}`, { headers });
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
}

/** Returns the exported events that contain a text, without their times. */
async function eventsWith(text: string, query = ''): Promise<string[]> {
  const { text: csv } = await exportLog(admin, query);
  const lines = csv.split('\r\n').filter((line) => line.includes(text));
  return lines.map((line) => line.replace(/^[\dT:.-]+Z,/, ''));
}

test('the audit log records who changed, uploaded and downloaded what, from which address and in which request', async () => {
  const project = await member.call<{ projectHash: string }>('POST', '/project', { title: 'audited' });
  const { projectHash } = project.body;
  const form = { projectHash, dataset: 'TC-audited' };
  const { datasetHash } = await member.make<{ datasetHash: string }>('/dataset', form);
  await member.call('PATCH', `/dataset/${datasetHash}`, { dataset: 'TC-audited-2', description: 'new', bitDepth: 8 });
  await member.call('PATCH', `/dataset/${datasetHash}`, { bitDepth: 8 });
  const key = 'acme/audited/TC-audited-2/a.tif';
  await uploadFile(member, key, [Buffer.from('content')]);
  await uploadFile(admin, key, [Buffer.from('new content')]);
  const order = { onlyDownSamples: false, files: [key], zipFileName: 'a.zip' };
  const { ref } = await member.make<{ ref: string }>('/download', order);
  await member.call('DELETE', `/dataset/${datasetHash}`, {});
  await member.call('POST', `/dataset/${datasetHash}/restore`);
  await admin.call('DELETE', `/project/${projectHash}`, { permanentDelete: true });

  const id = (hash: string) => `${hash},`;
  const by = ({ userId }: Session, rest: string) =>
    expect.stringMatching(new RegExp(`^${userId},${rest},127\\.0\\.0\\.1,[0-9a-f]{24},$`)) as unknown;
  expect(await eventsWith('audited')).toEqual([
    by(member, `create,project,${id(projectHash)}audited,`),
    by(member, `create,dataset,${id(datasetHash)}TC-audited,`),
    by(member, `rename,dataset,${id(datasetHash)}TC-audited-2,from TC-audited`),
    by(member, `change,dataset,${id(datasetHash)}TC-audited-2,"bitDepth, description"`),
    by(member, `upload,file,,${key},"7 bytes, ETag [0-9a-f]{32}-1"`),
    by(admin, `upload,file,,${key},"11 bytes, ETag [0-9a-f]{32}-1; replaced a file of 7 bytes, ETag [0-9a-f]{32}-1"`),
    by(member, `download,archive,${id(ref)}a.zip,acme/audited/TC-audited-2/a.tif`),
    by(member, `delete,dataset,${id(datasetHash)}TC-audited-2,`),
    by(member, `restore,dataset,${id(datasetHash)}TC-audited-2,`),
    by(admin, `delete permanently,project,${id(projectHash)}audited,`),
  ]);
  expect((await eventsWith(project.headers.get('x-request-id') ?? 'none'))[0]).toContain('create,project');
});

test('the audit log records sign-ins and failed sign-ins, without passwords and emails', async () => {
  const browser = new Browser(backend);
  const { url } = await browser.open('/login');
  const { response } = await browser.open(url, { email: 'member@acme.example', password: 'a wrong password' });
  // Other tests sign in, with right and wrong passwords, at the same time.
  const failed = await eventsWith(response.headers.get('x-request-id') ?? 'none');
  expect(failed).toEqual([expect.stringContaining(`${member.userId},fail to sign in,session`)]);
  const signIns = await eventsWith(`${member.userId},sign in,session`);
  expect(signIns).not.toEqual([]);
  expect([...failed, ...signIns].join()).not.toMatch(/a wrong password|@/);
});

test('only administrators can export the audit log, and only that of their sponsor', async () => {
  expect((await exportLog(member)).status).toBe(403);
  const other = await signIn(backend, 'member@globex.example');
  const { projectHash } = await other.make<{ projectHash: string }>('/project', { title: 'another sponsor’s' });
  const { status, type, text } = await exportLog(admin);
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(text).toContain('time,user,action,type,id,name,details,address,request,token\r\n');
  expect(text).not.toContain(projectHash);
});

test('the exported audit log can be limited to a period', async () => {
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title: 'dated' });
  expect(await eventsWith(projectHash, '?from=2020-01-01')).toHaveLength(1);
  expect(await eventsWith(projectHash, '?from=2999-01-01T10:00:00Z')).toEqual([]);
  expect(await eventsWith(projectHash, '?to=2020-01-01')).toEqual([]);
  expect((await exportLog(admin, '?from=2026-13-01')).status).toBe(400);
  expect((await exportLog(admin, '?from=yesterday')).status).toBe(400);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['=a,"b"', '"\'=a,""b"""'],
  ['two\nlines', '"two\nlines"'],
  ['a=b', 'a=b'],
])('an exported cell with %j does not run as a formula, and stays one cell', async (name, cell) => {
  const row = { row: 1, at: new Date(0), action: 'create', type: 'project', name } as const;
  const pages = (async function* () {
    yield await Promise.resolve([row]);
  })();
  const lines: string[] = [];
  for await (const line of toCsv(pages)) lines.push(line);
  expect(lines[1]).toBe(`1970-01-01T00:00:00.000Z,,create,project,,${cell},,,,\r\n`);
});
