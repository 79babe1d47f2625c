import { TOKEN_SCOPES } from '../../server/src/database/accounts/accessTokens';
import { createProgram, createToken, newToken } from '../support/createToken';
import { createDataMaker, IMAGE, type DataMaker } from '../support/makeData';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { completion, putPart } from '../support/uploadFile';

const backend = sharedBackend();
let member: Session;
let admin: Session;
let make: DataMaker;

beforeAll(async () => {
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
  make = createDataMaker(member, 'reached');
});

/** Returns a dataset, its project, and the calls of a program whose token reaches only one of them, with all scopes. */
async function reaching(what: 'project' | 'dataset') {
  const { hash, path } = await make.dataset();
  const project = path.slice(0, path.lastIndexOf('/'));
  const { body } = await member.call<{ projectHash: string }>('GET', `/dataset/${hash}`);
  const { id, token } = await createToken(member, what === 'project' ? project : path, TOKEN_SCOPES);
  return { hash, path, project, projectHash: body.projectHash, id, token, call: createProgram(backend, token) };
}

test('a program uploads, lists, moves and deletes a file in the dataset of its access token', async () => {
  const { path, call } = await reaching('dataset');
  const key = `${path}/a.tif`;
  const start = { key, totalParts: 1 };
  const { body } = await call<{ uploadId: string; urls: { url: string }[] }>('POST', '/upload/start', start);
  expect((await call('GET', '/upload/open')).body).toMatchObject({ uploads: [{ key, uploadId: body.uploadId }] });
  await putPart(body.urls[0]?.url ?? '', IMAGE);
  expect((await call('POST', '/upload/complete', completion(key, body.uploadId, [IMAGE]))).status).toBe(200);
  const listing = `/manage/files?${new URLSearchParams({ path })}`;
  expect((await call('GET', listing)).body).toMatchObject({ files: [{ key }] });
  const receipts = `/receipts?${new URLSearchParams({ path })}`;
  expect((await call('GET', receipts)).body).toMatchObject({ receipts: [{ key, client: 'microscope' }] });
  const moves = [{ from: key, to: `${path}/b.tif` }];
  expect((await call('POST', '/manage/files/move', { moves })).body).toMatchObject({ moved: moves });
  const keys = [`${path}/b.tif`];
  expect((await call('DELETE', '/manage/files', { keys })).body).toEqual({ deleted: keys });
});

test('a program sees the archives that it requests, but no other archives unless it reaches the sponsor', async () => {
  const { key } = await make.file();
  const { ref: foreign } = await make.archive();
  const { token } = await createToken(member, key.slice(0, key.lastIndexOf('/')), ['read']);
  const call = createProgram(backend, token);
  const order = (files: string[]) => ({ onlyDownSamples: false, files, zipFileName: 'a.zip' });
  const { status, body } = await call<{ ref: string }>('POST', '/download', order([key]));
  expect(status).toBe(200);
  expect((await call('GET', `/download/progress/${body.ref}`)).status).toBe(200);
  expect((await call('GET', `/download/progress/${foreign}`)).status).toBe(403);
  expect((await call('DELETE', '/download/cancel', { refId: foreign })).status).toBe(403);
  const other = (await make.file()).key;
  expect((await call('POST', '/download', order([key, other]))).status).toBe(403);
  const folder = { onlyDownSamples: false, folder: 'acme', zipFileName: 'a.zip' };
  expect((await call('POST', '/download', folder)).status).toBe(403);
});

test('no key that climbs out of the place of an access token is accepted', async () => {
  const { path, call } = await reaching('dataset');
  const { key: foreign } = await make.file();
  for (const outside of [foreign, `${path}/../${foreign.split('/').slice(1).join('/')}`, `${path}2/a.tif`, 'acme']) {
    const listing = `/manage/files?${new URLSearchParams({ path: outside })}`;
    const statuses = [
      (await call('GET', listing)).status,
      (await call('POST', '/manage/files/urls', { keys: [outside] })).status,
      (await call('POST', '/upload/start', { key: outside })).status,
      (await call('DELETE', '/manage/files', { keys: [`${path}/a.tif`, outside] })).status,
    ];
    expect(statuses.every((status) => status === 400 || status === 403)).toBe(true);
  }
  expect((await member.call('POST', '/manage/files/urls', { keys: [foreign] })).body).toMatchObject({
    urls: { [foreign]: expect.anything() as unknown },
  });
});

test('a move needs an access token that reaches both ends', async () => {
  const { path, project, call } = await reaching('dataset');
  for (const move of [
    { from: `${path}/a.tif`, to: `${project}/a.tif` },
    { from: `${project}/a.tif`, to: `${path}/a.tif` },
  ]) {
    expect((await call('POST', '/manage/files/move', { moves: [move] })).status).toBe(403);
  }
});

test('renaming the place of an access token needs a token that reaches what contains it', async () => {
  const inDataset = await reaching('dataset');
  const dataset = `/dataset/${inDataset.hash}`;
  expect((await inDataset.call('PATCH', dataset, { dataset: 'new' })).status).toBe(403);
  expect((await inDataset.call('PUT', dataset, { dataset: 'TC042', bitDepth: 8 })).status).toBe(200);
  const inProject = await reaching('project');
  expect((await inProject.call('PATCH', `/dataset/${inProject.hash}`, { dataset: 'new' })).status).toBe(200);
  expect((await inProject.call('PATCH', `/project/${inProject.projectHash}`, { title: 'other' })).status).toBe(403);
  expect((await inProject.call('PATCH', `/project/${inProject.projectHash}`, { description: 'x' })).status).toBe(200);
});

test('lists of projects, datasets and open uploads show only what an access token reaches', async () => {
  const { projectHash, hash, call } = await reaching('dataset');
  await member.make('/dataset', { projectHash, dataset: 'beside' });
  await make.upload();
  expect((await call('GET', '/project')).body).toMatchObject({ projects: [{ projectHash }] });
  expect((await call('GET', `/dataset/${projectHash}`)).body).toMatchObject({ datasets: [{ datasetHash: hash }] });
  expect((await call('GET', '/upload/open')).body).toEqual({ uploads: [] });
});

test('an access token does not reach the upload of a project that once had the title of its project', async () => {
  const { key, uploadId } = await make.upload();
  const [, title = ''] = key.split('/');
  const { body } = await member.call<{ projects: { title: string; projectHash: string }[] }>('GET', '/project');
  const { projectHash } = body.projects.find((project) => project.title === title) ?? { projectHash: '' };
  await member.call('PATCH', `/project/${projectHash}`, { title: `${title} before` });
  await member.make('/project', { title });
  const call = createProgram(backend, (await createToken(member, `acme/${title}`, TOKEN_SCOPES)).token);
  expect((await call('GET', '/upload/open')).body).toEqual({ uploads: [] });
  expect((await call('DELETE', '/upload/cancel', { key, uploadId })).status).toBe(403);
});

test('members see and revoke their own access tokens, and administrators those of the sponsor', async () => {
  const { path, id, call } = await reaching('dataset');
  const other = await createToken(admin, 'acme', ['read'], 'of the admin');
  const idsOf = async (session: Session) =>
    (await session.call<{ tokens: { id: string }[] }>('GET', '/tokens')).body.tokens.map((token) => token.id);
  expect(await idsOf(member)).toContain(id);
  expect(await idsOf(member)).not.toContain(other.id);
  expect(await idsOf(admin)).toEqual(expect.arrayContaining([id, other.id]));
  expect((await call('GET', '/config?name=devices')).status).toBe(200);
  const { body } = await member.call<{ tokens: { id: string }[] }>('GET', '/tokens');
  const listed = { name: 'microscope', path, userId: member.userId, lastUsedAt: expect.any(String) as string };
  expect(body.tokens.find((token) => token.id === id)).toMatchObject(listed);

  expect((await member.call('DELETE', `/tokens/${other.id}`)).status).toBe(404);
  expect((await admin.call('DELETE', `/tokens/${id}`)).status).toBe(200);
  expect((await call('GET', '/config?name=devices')).status).toBe(401);
});

test('the audit log names the access token with which something was done', async () => {
  const { path, call } = await reaching('dataset');
  await call('POST', '/manage/files/urls', { keys: [`${path}/a.tif`] });
  await call('PATCH', `/dataset/${path}`, {});
  const { hash } = await make.dataset();
  const sponsor = createProgram(backend, (await createToken(member, 'acme', ['manage'], 'night job')).token);
  await sponsor('PATCH', `/dataset/${hash}`, { bitDepth: 8 });
  const headers = { authorization: `Bearer ${admin.accessToken}`, 'x-id-token': admin.idToken };
  const lines = (await (await fetch(`${backend.url}/audit`, { headers })).text()).split('\r\n');
  expect(lines.find((line) => line.includes(`change,dataset,${hash}`))).toMatch(/,night job$/);
  expect(lines.find((line) => line.includes('create,access token') && line.includes('night job'))).toMatch(/,$/);
});

test('an access token must be named, end within a year and belong to a place that exists', async () => {
  const { path } = await make.dataset();
  const inDays = (days: number) => ({ expiresAt: new Date(Date.now() + days * 86_400_000).toISOString() });
  const statusOf = async (changes: object) =>
    (await member.call('POST', '/tokens', { ...newToken(path, ['read']), ...changes })).status;
  expect(await statusOf(inDays(365))).toBe(200);
  expect(await statusOf(inDays(368))).toBe(400);
  expect(await statusOf(inDays(-1))).toBe(400);
  expect(await statusOf({ name: ' ' })).toBe(400);
  expect(await statusOf({ scopes: [] })).toBe(400);
  expect(await statusOf({ path: `${path}/folder` })).toBe(400);
  expect(await statusOf({ path: 'acme/no such project' })).toBe(404);
  expect(await statusOf({ path: `${path}2` })).toBe(404);
});
