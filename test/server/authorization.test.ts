import { createHmac, type JsonWebKey, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUrlSigner, type UrlSigner } from '../../server/src/objects/urlSigner';
import { createContract, type Operation, operationsOf, readDocument } from '../support/contract';
import { drawnTiff } from '../support/drawnTiff';
import { claimsOf, foreignKey, signToken, signTokenWithSecret } from '../support/forgeToken';
import { type Session, signIn } from '../support/signIn';
import { type Backend, START_TIMEOUT_MS, startBackend } from '../support/startBackend';
import { completion, putPart, startUpload, uploadFile, urlOfPart } from '../support/uploadFile';

/** Who calls. The first four have no right at all; what is asked for belongs to the sponsor of the last two. */
const CALLERS = ['anonymous', 'expired', 'other key', 'other issuer', 'other sponsor', 'member', 'admin'] as const;
type Caller = (typeof CALLERS)[number];

interface Request {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call for one kind of caller: what is asked for, made anew for each cell, and what is answered. */
interface Row {
  /** As the OpenAPI document names it; more than one row may be about one call. */
  readonly call: string;
  readonly when?: string;
  readonly answers: Readonly<Record<Caller, number>>;
  readonly arrange: (caller: Caller) => Request | Promise<Request>;
}

interface Keys {
  readonly signingKey: JsonWebKey;
  readonly previewSecret: string;
}

let backend: Backend;
let sessions: Readonly<Record<'other sponsor' | 'member' | 'admin', Session>>;
let keys: Keys;
let urls: UrlSigner;
let made = 0;

const contract = createContract(readDocument());
const OVER = Math.floor(Date.now() / 1000) - 60;
const PNG = drawnTiff(20_000, 1);

beforeAll(async () => {
  backend = await startBackend();
  sessions = {
    'other sponsor': await signIn(backend, 'member@globex.example'),
    member: await signIn(backend, 'member@acme.example'),
    admin: await signIn(backend, 'admin@acme.example'),
  };
  const file = (name: string): Buffer => readFileSync(join(backend.dataDir, 'keys', name));
  keys = JSON.parse(file('identity.json').toString()) as Keys;
  urls = createUrlSigner(file('url-signing.key'));
}, START_TIMEOUT_MS);
afterAll(() => backend.stop());

/** The headers of a call that wants an access token. */
function bearer(caller: Caller): Readonly<Record<string, string>> {
  if (caller === 'anonymous') return {};
  const claims = claimsOf(sessions.admin.accessToken);
  const idClaims = claimsOf(sessions.admin.idToken);
  const as = (accessToken: string, idToken?: string) => ({
    authorization: `Bearer ${accessToken}`,
    ...(idToken === undefined ? {} : { 'x-id-token': idToken }),
  });
  const forge = (changes: object, key = keys.signingKey) =>
    as(signToken({ ...claims, ...changes }, key), signToken({ ...idClaims, ...changes }, key));
  switch (caller) {
    case 'expired':
      return forge({ exp: OVER });
    case 'other key':
      return forge({}, foreignKey(keys.signingKey.kid));
    case 'other issuer':
      return forge({ iss: 'https://id.elsewhere.example/oidc' });
    case 'admin':
      return as(sessions.admin.accessToken, sessions.admin.idToken);
    default:
      return as(sessions[caller].accessToken);
  }
}

/** The query of an address that was signed for the caller's eyes, or by somebody who may not sign. */
function signature(caller: Caller, subject: Parameters<UrlSigner['sign']>[0]): string {
  switch (caller) {
    case 'anonymous':
      return 'expires=9999999999&signature=';
    case 'expired':
      return urls.sign(subject, -60);
    case 'other key':
      return createUrlSigner(randomBytes(32)).sign(subject, 60);
    case 'other issuer':
      return urls.sign([subject[0], 'something else'], 60);
    default:
      return urls.sign(subject, 60);
  }
}

/** The three keys that a preview's address carries. */
function previewKeys(caller: Caller): string {
  const { A_K: ak = '', S_K: sk = '', session_token: token = '' } = sessions.admin.values;
  const derived = (secret: string) => createHmac('sha256', secret).update('session token').digest();
  const forge = (changes: object, secret = keys.previewSecret) =>
    signTokenWithSecret({ ...claimsOf(token), ...changes }, derived(secret));
  const query = (session: string, values: Readonly<Record<string, string>> = { A_K: ak, S_K: sk }) =>
    new URLSearchParams({ ak: values.A_K ?? '', sk: values.S_K ?? '', session_token: session }).toString();
  switch (caller) {
    case 'anonymous':
      return '';
    case 'expired':
      return query(forge({ exp: OVER }));
    case 'other key':
      return query(forge({}, 'another secret'));
    case 'other issuer':
      return query(forge({ iss: 'https://id.elsewhere.example/oidc' }));
    default:
      return query(sessions[caller].values.session_token ?? '', sessions[caller].values);
  }
}

/** Of a call that wants a signed-in user. */
function forMembers(otherSponsor: number, member: number, admin = member): Row['answers'] {
  const refused = { anonymous: 401, expired: 401, 'other key': 401, 'other issuer': 401 };
  return { ...refused, 'other sponsor': otherSponsor, member, admin };
}

/** Of an address that is a permission by itself: whoever has it may. */
const FOR_HOLDERS: Row['answers'] = { ...forMembers(200, 200), ...refusedAll(403) };

function refusedAll(status: number): Record<'anonymous' | 'expired' | 'other key' | 'other issuer', number> {
  return { anonymous: status, expired: status, 'other key': status, 'other issuer': status };
}

/** Of a call that anybody may make. */
function forAnybody(status: number): Row['answers'] {
  return { ...forMembers(status, status), ...refusedAll(status) };
}

const withToken =
  (arrange: () => Request | Promise<Request>): Row['arrange'] =>
  async (caller) => ({ headers: bearer(caller), ...(await arrange()) });

async function makeProject(): Promise<{ readonly hash: string; readonly title: string }> {
  const title = `project ${String((made += 1))}`;
  const { body } = await sessions.member.call<{ projectHash: string }>('POST', '/project', { title });
  return { hash: body.projectHash, title };
}

async function makeDataset(): Promise<{ readonly hash: string; readonly path: string }> {
  const project = await makeProject();
  const form = { projectHash: project.hash, dataset: 'TC042' };
  const { body } = await sessions.member.call<{ datasetHash: string }>('POST', '/dataset', form);
  return { hash: body.datasetHash, path: `acme/${project.title}/TC042` };
}

async function makeFile(): Promise<string> {
  const { path } = await makeDataset();
  const key = `${path}/TC042_S000001_L01_ch01.tif`;
  await uploadFile(sessions.member, key, [PNG]);
  return key;
}

async function makeUpload(): Promise<{ readonly key: string; readonly uploadId: string }> {
  const key = `${(await makeDataset()).path}/a.tif`;
  const uploadId = await startUpload(sessions.member, key);
  await putPart(await urlOfPart(sessions.member, key, uploadId, 1), PNG);
  return { key, uploadId };
}

async function makeArchive(): Promise<string> {
  const order = { onlyDownSamples: false, files: [await makeFile()], zipFileName: 'a.zip' };
  const { body } = await sessions.member.call<{ ref: string }>('POST', '/download', order);
  for (;;) {
    const progress = await sessions.member.call<{ status: string }>('GET', `/download/progress/${body.ref}`);
    if (progress.body.status !== 'PREPARING') return body.ref;
  }
}

async function makeViewer(): Promise<{ readonly hash: string; readonly jobId: string; readonly image: string }> {
  const key = await makeFile();
  const { body: list } = await sessions.member.call<{ projects: { projectHash: string; title: string }[] }>(
    'GET',
    '/project',
  );
  const projectHash = list.projects.find(({ title }) => title === key.split('/')[1])?.projectHash ?? '';
  const { body } = await sessions.member.call<{ datasets: { datasetHash: string }[] }>(
    'GET',
    `/dataset/${projectHash}`,
  );
  const hash = body.datasets[0]?.datasetHash ?? '';
  await sessions.member.call('POST', `/pipeline/pyramid/${hash}`, {});
  for (;;) {
    const job = await sessions.member.call<{ status: string; jobId: string }>('GET', `/pipeline/pyramid/${hash}`);
    if (job.body.status === 'DONE') return { hash, jobId: job.body.jobId, image: '1-1-1' };
    if (job.body.status === 'FAILED') throw new Error('The images were not built.');
  }
}

const viewers: { ready?: ReturnType<typeof makeViewer> } = {};

/** Below a dataset's viewer; built once, since looking changes nothing. */
const inViewer =
  (rest: (viewer: Awaited<ReturnType<typeof makeViewer>>) => string): Row['arrange'] =>
  async (caller) => {
    const viewer = await (viewers.ready ??= makeViewer());
    const query = new URLSearchParams(signature(caller, ['viewer', viewer.hash]));
    const signed = query.get('signature') ?? '';
    return {
      path: `/viewer/${viewer.hash}/${query.get('expires') ?? ''}/${signed === '' ? 'none' : signed}/${rest(viewer)}`,
    };
  };

const TABLE: readonly Row[] = [
  {
    call: 'GET /project',
    answers: forMembers(200, 200),
    arrange: withToken(() => ({ path: '/project' })),
  },
  {
    call: 'POST /project',
    answers: forMembers(200, 200),
    arrange: withToken(() => ({ path: '/project', body: { title: `project ${String((made += 1))}` } })),
  },
  {
    call: 'PATCH /project/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/project/${(await makeProject()).hash}`, body: { description: 'x' } })),
  },
  {
    call: 'DELETE /project/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/project/${(await makeProject()).hash}`, body: {} })),
  },
  {
    call: 'DELETE /project/{hash}',
    when: 'for good',
    answers: forMembers(404, 403, 200),
    arrange: withToken(async () => ({
      path: `/project/${(await makeProject()).hash}`,
      body: { permanentDelete: true },
    })),
  },
  {
    call: 'GET /dataset/{hash}',
    when: 'the list of a project',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/dataset/${(await makeProject()).hash}` })),
  },
  {
    call: 'GET /dataset/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/dataset/${(await makeDataset()).hash}` })),
  },
  {
    call: 'POST /dataset',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({
      path: '/dataset',
      body: { projectHash: (await makeProject()).hash, dataset: 'new' },
    })),
  },
  {
    call: 'POST /dataset',
    when: 'in the name of another sponsor',
    answers: forMembers(403, 403),
    arrange: withToken(async () => ({
      path: '/dataset',
      body: { projectHash: (await makeProject()).hash, dataset: 'new', sid: 'initech' },
    })),
  },
  {
    call: 'PUT /dataset/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/dataset/${(await makeDataset()).hash}`, body: { dataset: 'new' } })),
  },
  {
    call: 'PATCH /dataset/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/dataset/${(await makeDataset()).hash}`, body: { bitDepth: 8 } })),
  },
  {
    call: 'DELETE /dataset/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/dataset/${(await makeDataset()).hash}`, body: {} })),
  },
  {
    call: 'DELETE /dataset/{hash}',
    when: 'for good',
    answers: forMembers(404, 403, 200),
    arrange: withToken(async () => ({
      path: `/dataset/${(await makeDataset()).hash}`,
      body: { permanentDelete: true },
    })),
  },
  {
    call: 'GET /config',
    answers: forMembers(200, 200),
    arrange: withToken(() => ({ path: '/config?name=devices' })),
  },
  {
    call: 'GET /manage/devices',
    answers: forMembers(200, 200),
    arrange: withToken(() => ({ path: '/manage/devices' })),
  },
  {
    call: 'GET /manage/files',
    answers: forMembers(403, 200),
    arrange: withToken(async () => ({
      path: `/manage/files?${new URLSearchParams({ path: (await makeDataset()).path })}`,
    })),
  },
  {
    call: 'POST /pipeline/{kind}/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/pipeline/atlas/${(await makeDataset()).hash}`, body: {} })),
  },
  {
    call: 'GET /pipeline/{kind}/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => {
      const path = `/pipeline/atlas/${(await makeDataset()).hash}`;
      await sessions.member.call('POST', path, {});
      return { path };
    }),
  },
  {
    call: 'POST /upload/start',
    answers: forMembers(403, 200),
    arrange: withToken(async () => ({ path: '/upload/start', body: { key: `${(await makeDataset()).path}/a.tif` } })),
  },
  {
    call: 'GET /upload/urls',
    answers: forMembers(403, 200),
    arrange: withToken(async () => ({
      path: `/upload/urls?${new URLSearchParams({ ...(await makeUpload()), partNumber: '1', totalParts: '1' })}`,
    })),
  },
  {
    call: 'POST /upload/complete',
    answers: forMembers(403, 200),
    arrange: withToken(async () => {
      const { key, uploadId } = await makeUpload();
      return { path: '/upload/complete', body: completion(key, uploadId, [PNG]) };
    }),
  },
  {
    call: 'DELETE /upload/cancel',
    answers: forMembers(403, 200),
    arrange: withToken(async () => ({ path: '/upload/cancel', body: await makeUpload() })),
  },
  {
    call: 'POST /download',
    answers: forMembers(403, 200),
    arrange: withToken(async () => ({
      path: '/download',
      body: { onlyDownSamples: false, files: [await makeFile()], zipFileName: 'a.zip' },
    })),
  },
  {
    call: 'GET /download/progress/{ref}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/download/progress/${await makeArchive()}` })),
  },
  {
    call: 'DELETE /download/cancel',
    // Of another sponsor's archive as of one that isn't there: nothing happens.
    answers: forMembers(200, 200),
    arrange: withToken(async () => ({ path: '/download/cancel', body: { refId: await makeArchive() } })),
  },
  {
    call: 'POST /auth/token',
    answers: forMembers(200, 200),
    arrange: async (caller) => {
      if (caller === 'anonymous') return { path: '/auth/token' };
      if (caller in refusedAll(0)) {
        return { path: '/auth/token', headers: { 'x-refresh-token': `never given out: ${caller}` } };
      }
      const emails = {
        'other sponsor': 'member@globex.example',
        member: 'member@acme.example',
        admin: 'admin@acme.example',
      } as const;
      const email = Object.entries(emails).find(([name]) => name === caller)?.[1] ?? 'member@acme.example';
      return {
        path: '/auth/token',
        headers: { 'x-refresh-token': (await signIn(backend, email)).refreshToken },
      };
    },
  },
  ...(['downsampled', 'thumbnail'] as const).map((kind): Row => ({
    call: `GET /get-${kind}-image/{rest}`,
    answers: { ...forMembers(403, 200), anonymous: 400 },
    arrange: async (caller) => ({
      path: `/get-${kind}-image/${encodeURIComponent(await makeFile())}?${previewKeys(caller)}`,
    }),
  })),
  {
    call: 'PUT /storage/{uploadId}/{partNumber}',
    answers: FOR_HOLDERS,
    arrange: async (caller) => {
      const { uploadId } = await makeUpload();
      return { path: `/storage/${uploadId}/1?${signature(caller, ['part', uploadId, '1'])}` };
    },
  },
  {
    call: 'GET /archives/{ref}/{rest}',
    answers: FOR_HOLDERS,
    arrange: async (caller) => {
      const ref = await makeArchive();
      return { path: `/archives/${ref}/a.zip?${signature(caller, ['archive', ref, 'a.zip'])}` };
    },
  },
  {
    call: 'GET /viewer/{hash}/{expires}/{signature}/',
    answers: FOR_HOLDERS,
    arrange: inViewer(() => ''),
  },
  {
    call: 'GET /viewer/{hash}/{expires}/{signature}/manifest.json',
    answers: FOR_HOLDERS,
    arrange: inViewer(() => 'manifest.json'),
  },
  {
    call: 'GET /viewer/{hash}/{expires}/{signature}/tiles/{jobId}/{image}/{level}/{tile}',
    answers: FOR_HOLDERS,
    arrange: inViewer(({ jobId, image }) => `tiles/${jobId}/${image}/0/0_0.jpeg`),
  },
  {
    call: 'GET /viewer/assets/{name}',
    answers: forAnybody(200),
    arrange: () => ({ path: '/viewer/assets/viewer.css' }),
  },
  {
    call: 'GET /openapi.json',
    answers: forAnybody(200),
    arrange: () => ({ path: '/openapi.json' }),
  },
  // The sign-in takes nobody's token: it begins from nothing each time.
  { call: 'GET /login', answers: forAnybody(303), arrange: withToken(() => ({ path: '/login' })) },
  {
    call: 'GET /login/callback',
    when: 'without a sign-in of this browser',
    answers: forAnybody(400),
    arrange: withToken(() => ({ path: '/login/callback?code=a&state=b' })),
  },
  {
    call: 'GET /sign-in/{uid}',
    when: 'without a sign-in of this browser',
    answers: forAnybody(400),
    arrange: withToken(() => ({ path: '/sign-in/a' })),
  },
  {
    call: 'POST /sign-in/{uid}',
    when: 'without a sign-in of this browser',
    answers: forAnybody(400),
    arrange: withToken(() => ({ path: '/sign-in/a', body: new URLSearchParams({ email: 'a', password: 'b' }) })),
  },
  { call: 'GET /logout', answers: forAnybody(303), arrange: withToken(() => ({ path: '/logout' })) },
  { call: 'GET /signed-out', answers: forAnybody(200), arrange: withToken(() => ({ path: '/signed-out' })) },
  {
    call: 'GET /oidc/{rest}',
    when: 'a code without a sign-in',
    answers: forAnybody(400),
    arrange: withToken(() => ({ path: '/oidc/auth?client_id=nobody' })),
  },
  {
    call: 'POST /oidc/{rest}',
    when: 'a token without the client’s secret',
    answers: forAnybody(400),
    arrange: () => ({ path: '/oidc/token', body: new URLSearchParams({ grant_type: 'authorization_code' }) }),
  },
];

function send({ method }: Pick<Operation, 'method'>, { path, body, headers = {} }: Request): Promise<Response> {
  const isForm = body instanceof URLSearchParams;
  return fetch(backend.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
}

const nameOf = ({ call, when }: Row): string => (when === undefined ? call : `${call}, ${when}`);

describe.each(TABLE.map((row) => [nameOf(row), row] as const))('%s', (_name, row) => {
  test.each(CALLERS.map((caller) => [row.answers[caller], caller] as const))(
    'answers %d to: %s',
    async (status, caller) => {
      const operation = contract.operation(row.call);
      const response = await send(operation, await row.arrange(caller));
      expect(response.status).toBe(status);
      expect(await contract.problemOf(operation, response)).toBeUndefined();
    },
  );
});

test('the table is about every call that there is', async () => {
  const served = (await (await fetch(`${backend.url}/openapi.json`)).json()) as ReturnType<typeof readDocument>;
  const inTable = new Set(TABLE.map(({ call }) => call));
  expect([...inTable].sort()).toEqual(
    operationsOf(served)
      .map(({ id }) => id)
      .sort(),
  );
});

test('HEAD needs the same rights as GET', async () => {
  for (const row of TABLE.filter(({ call }) => call.startsWith('GET /'))) {
    const request = await row.arrange('anonymous');
    const { status } = await send({ method: 'HEAD' }, request);
    expect([nameOf(row), status]).toEqual([nameOf(row), row.answers.anonymous]);
  }
});
