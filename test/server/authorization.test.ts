import { isServed } from '../cluster/usesCluster';
import { CALLERS, createCallers, type Caller, type Callers } from '../support/callers';
import { createContract, operationsOf, readDocument, type Operation } from '../support/contract';
import { createDataMaker, IMAGE, type DataMaker } from '../support/makeData';
import { sharedBackend } from '../support/sharedBackend';
import { signIn } from '../support/signIn';
import { START_TIMEOUT_MS } from '../support/startBackend';
import { completion } from '../support/uploadFile';

interface Request {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call, the request for each caller, and the expected status for each caller. */
interface Row {
  /** The operation's name in the OpenAPI document. A call can have several rows. */
  readonly call: string;
  readonly when?: string;
  readonly answers: Readonly<Record<Caller, number>>;
  readonly arrange: (caller: Caller) => Request | Promise<Request>;
}

const backend = sharedBackend();
let callers: Callers;
/** Creates data of the sponsor of `member` and `admin`. */
let make: DataMaker;

const contract = createContract(readDocument());

beforeAll(async () => {
  callers = await createCallers(backend);
  make = createDataMaker(callers.sessions.member);
}, START_TIMEOUT_MS);
/** Statuses of a call that requires a signed-in user. */
function forMembers(otherSponsor: number, member: number, admin = member): Row['answers'] {
  const refused = { anonymous: 401, expired: 401, 'other key': 401, 'other issuer': 401 };
  return { ...refused, 'other sponsor': otherSponsor, member, admin };
}

/** Statuses of a signed URL, which grants access to anyone. */
const FOR_HOLDERS: Row['answers'] = { ...forMembers(200, 200), ...refusedAll(403) };

function refusedAll(status: number): Record<'anonymous' | 'expired' | 'other key' | 'other issuer', number> {
  return { anonymous: status, expired: status, 'other key': status, 'other issuer': status };
}

/** Statuses of a public call. */
function forAnybody(status: number): Row['answers'] {
  return { ...forMembers(status, status), ...refusedAll(status) };
}

const withToken =
  (arrange: () => Request | Promise<Request>): Row['arrange'] =>
  async (caller) => ({ headers: callers.bearer(caller), ...(await arrange()) });

const viewers: { ready?: ReturnType<DataMaker['viewer']> } = {};

/** Requests below a dataset's viewer, which is built once. */
const inViewer =
  (rest: (viewer: Awaited<ReturnType<DataMaker['viewer']>>) => string): Row['arrange'] =>
  async (caller) => {
    const viewer = await (viewers.ready ??= make.viewer());
    const query = new URLSearchParams(callers.signature(caller, ['viewer', viewer.hash]));
    const signed = query.get('signature') ?? '';
    return {
      path: `/viewer/${viewer.hash}/${query.get('expires') ?? ''}/${signed === '' ? 'none' : signed}/${rest(viewer)}`,
    };
  };

const TABLE: readonly Row[] = [
  {
    call: 'GET /deleted',
    answers: forMembers(200, 200),
    arrange: withToken(() => ({ path: '/deleted' })),
  },
  {
    call: 'GET /activity',
    answers: forMembers(200, 200),
    arrange: withToken(() => ({ path: '/activity' })),
  },
  {
    call: 'GET /audit',
    answers: forMembers(403, 403, 200),
    arrange: withToken(() => ({ path: '/audit' })),
  },
  {
    call: 'GET /project',
    answers: forMembers(200, 200),
    arrange: withToken(() => ({ path: '/project' })),
  },
  {
    call: 'GET /project/summary',
    answers: forMembers(200, 200),
    arrange: withToken(() => ({ path: '/project/summary' })),
  },
  {
    call: 'POST /project',
    answers: forMembers(200, 200),
    arrange: withToken(() => ({ path: '/project', body: { title: make.newTitle() } })),
  },
  {
    call: 'PATCH /project/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/project/${(await make.project()).hash}`, body: { description: 'x' } })),
  },
  {
    call: 'DELETE /project/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/project/${(await make.project()).hash}`, body: {} })),
  },
  {
    call: 'DELETE /project/{hash}',
    when: 'permanently',
    answers: forMembers(404, 403, 200),
    arrange: withToken(async () => ({
      path: `/project/${(await make.project()).hash}`,
      body: { permanentDelete: true },
    })),
  },
  {
    call: 'GET /dataset/{hash}',
    when: 'the list of a project',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/dataset/${(await make.project()).hash}` })),
  },
  {
    call: 'GET /dataset/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/dataset/${(await make.dataset()).hash}` })),
  },
  {
    call: 'POST /dataset',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({
      path: '/dataset',
      body: { projectHash: (await make.project()).hash, dataset: 'new' },
    })),
  },
  {
    call: 'POST /dataset',
    when: 'in the name of another sponsor',
    answers: forMembers(403, 403),
    arrange: withToken(async () => ({
      path: '/dataset',
      body: { projectHash: (await make.project()).hash, dataset: 'new', sid: 'initech' },
    })),
  },
  {
    call: 'PUT /dataset/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/dataset/${(await make.dataset()).hash}`, body: { dataset: 'new' } })),
  },
  {
    call: 'PATCH /dataset/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/dataset/${(await make.dataset()).hash}`, body: { bitDepth: 8 } })),
  },
  {
    call: 'DELETE /dataset/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/dataset/${(await make.dataset()).hash}`, body: {} })),
  },
  {
    call: 'DELETE /dataset/{hash}',
    when: 'permanently',
    answers: forMembers(404, 403, 200),
    arrange: withToken(async () => ({
      path: `/dataset/${(await make.dataset()).hash}`,
      body: { permanentDelete: true },
    })),
  },
  {
    call: 'POST /project/{hash}/restore',
    answers: forMembers(404, 200),
    arrange: withToken(async () => {
      const { hash } = await make.project();
      await callers.sessions.member.call('DELETE', `/project/${hash}`, {});
      return { path: `/project/${hash}/restore`, body: {} };
    }),
  },
  {
    call: 'POST /dataset/{hash}/restore',
    answers: forMembers(404, 200),
    arrange: withToken(async () => {
      const { hash } = await make.dataset();
      await callers.sessions.member.call('DELETE', `/dataset/${hash}`, {});
      return { path: `/dataset/${hash}/restore`, body: {} };
    }),
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
      path: `/manage/files?${new URLSearchParams({ path: (await make.dataset()).path })}`,
    })),
  },
  {
    call: 'POST /manage/files/urls',
    answers: forMembers(403, 200),
    arrange: withToken(async () => ({ path: '/manage/files/urls', body: { keys: [(await make.file()).key] } })),
  },
  {
    call: 'DELETE /manage/files',
    answers: forMembers(403, 200),
    arrange: withToken(async () => ({ path: '/manage/files', body: { keys: [(await make.file()).key] } })),
  },
  {
    call: 'POST /manage/files/restore',
    answers: forMembers(403, 200),
    arrange: withToken(async () => {
      const body = { keys: [(await make.file()).key] };
      await callers.sessions.member.call('DELETE', '/manage/files', body);
      return { path: '/manage/files/restore', body };
    }),
  },
  {
    call: 'POST /manage/files/move',
    answers: forMembers(403, 200),
    arrange: withToken(async () => {
      const { key } = await make.file();
      return { path: '/manage/files/move', body: { moves: [{ from: key, to: `${key}f` }] } };
    }),
  },
  {
    call: 'POST /pipeline/{kind}/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/pipeline/atlas/${(await make.dataset()).hash}`, body: {} })),
  },
  {
    call: 'GET /pipeline/{kind}/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => {
      const path = `/pipeline/atlas/${(await make.dataset()).hash}`;
      await callers.sessions.member.call('POST', path, {});
      return { path };
    }),
  },
  {
    call: 'DELETE /pipeline/{kind}/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => {
      const path = `/pipeline/atlas/${(await make.dataset()).hash}`;
      await callers.sessions.member.call('POST', path, {});
      return { path };
    }),
  },
  {
    call: 'GET /pipeline/{hash}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/pipeline/${(await make.dataset()).hash}` })),
  },
  {
    call: 'GET /pipeline',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/pipeline?projectHash=${(await make.project()).hash}` })),
  },
  {
    call: 'POST /upload/start',
    answers: forMembers(403, 200),
    arrange: withToken(async () => ({ path: '/upload/start', body: { key: `${(await make.dataset()).path}/a.tif` } })),
  },
  {
    call: 'GET /upload/open',
    answers: forMembers(200, 200),
    arrange: withToken(() => ({ path: '/upload/open' })),
  },
  {
    call: 'GET /upload/urls',
    answers: forMembers(403, 200),
    arrange: withToken(async () => ({
      path: `/upload/urls?${new URLSearchParams({ ...(await make.upload()), partNumber: '1', totalParts: '1' })}`,
    })),
  },
  {
    call: 'POST /upload/complete',
    answers: forMembers(403, 200),
    arrange: withToken(async () => {
      const { key, uploadId } = await make.upload();
      return { path: '/upload/complete', body: completion(key, uploadId, [IMAGE]) };
    }),
  },
  {
    call: 'DELETE /upload/cancel',
    answers: forMembers(403, 200),
    arrange: withToken(async () => ({ path: '/upload/cancel', body: await make.upload() })),
  },
  {
    call: 'POST /download',
    answers: forMembers(403, 200),
    arrange: withToken(async () => ({
      path: '/download',
      body: { onlyDownSamples: false, files: [(await make.file()).key], zipFileName: 'a.zip' },
    })),
  },
  {
    call: 'GET /download/progress/{ref}',
    answers: forMembers(404, 200),
    arrange: withToken(async () => ({ path: `/download/progress/${(await make.archive()).ref}` })),
  },
  {
    call: 'DELETE /download/cancel',
    // Cancelling another sponsor's archive does nothing, as if it did not exist.
    answers: forMembers(200, 200),
    arrange: withToken(async () => ({ path: '/download/cancel', body: { refId: (await make.archive()).ref } })),
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
      path: `/get-${kind}-image/${encodeURIComponent((await make.file()).key)}?${callers.previewKeys(caller)}`,
    }),
  })),
  {
    call: 'PUT /storage/{uploadId}/{partNumber}',
    answers: FOR_HOLDERS,
    arrange: async (caller) => {
      const { uploadId } = await make.upload();
      return { path: `/storage/${uploadId}/1?${callers.signature(caller, ['part', uploadId, '1'])}` };
    },
  },
  {
    call: 'GET /contents/{projectHash}/{id}/{etag}',
    answers: FOR_HOLDERS,
    arrange: async (caller) => {
      const { key } = await make.file();
      const order = { keys: [key] };
      const { urls } = await callers.sessions.member.make<{ urls: Record<string, string> }>(
        '/manage/files/urls',
        order,
      );
      const { pathname } = new URL(urls[key] ?? '');
      const [projectHash = '', id = '', etag = ''] = pathname.split('/').slice(-3);
      return {
        path: `/contents/${projectHash}/${id}/${etag}?${callers.signature(caller, ['content', projectHash, id, etag])}`,
      };
    },
  },
  {
    call: 'GET /archives/{ref}/{rest}',
    answers: FOR_HOLDERS,
    arrange: async (caller) => {
      const { archiveId } = await make.archive();
      return { path: `/archives/${archiveId}/a.zip?${callers.signature(caller, ['archive', archiveId, 'a.zip'])}` };
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
    call: 'GET /viewer/{hash}/{expires}/{signature}/tiles/{pyramidId}/{image}/{level}/{tile}',
    answers: FOR_HOLDERS,
    arrange: inViewer(({ pyramidId }) => `tiles/${pyramidId}/1-1-1/0/0_0.png`),
  },
  {
    call: 'GET /assets/{name}',
    answers: forAnybody(200),
    arrange: () => ({ path: '/assets/viewer.css' }),
  },
  {
    call: 'GET /openapi.json',
    answers: forAnybody(200),
    arrange: () => ({ path: '/openapi.json' }),
  },
  // The sign-in ignores tokens.
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

const ROWS = TABLE.filter(({ call }) => isServed(call));

const nameOf = ({ call, when }: Row): string => (when === undefined ? call : `${call}, ${when}`);

describe.each(ROWS.map((row) => [nameOf(row), row] as const))('%s', (_name, row) => {
  test.each(CALLERS.map((caller) => [row.answers[caller], caller] as const))(
    'responds with %d to the caller “%s”',
    async (status, caller) => {
      const operation = contract.operation(row.call);
      const response = await send(operation, await row.arrange(caller));
      expect(response.status).toBe(status);
      expect(await contract.problemOf(operation, response)).toBeUndefined();
    },
  );
});

test('the authorization table covers every operation of the API', async () => {
  const served = (await (await fetch(`${backend.url}/openapi.json`)).json()) as ReturnType<typeof readDocument>;
  const inTable = new Set(ROWS.map(({ call }) => call));
  expect([...inTable].sort()).toEqual(
    operationsOf(served)
      .map(({ id }) => id)
      .sort(),
  );
});

test('HEAD requires the same permissions as GET', async () => {
  for (const row of ROWS.filter(({ call }) => call.startsWith('GET /'))) {
    const request = await row.arrange('anonymous');
    const { status } = await send({ method: 'HEAD' }, request);
    expect([nameOf(row), status]).toEqual([nameOf(row), row.answers.anonymous]);
  }
});
