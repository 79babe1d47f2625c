import { TOKEN_SCOPES, type TokenScope } from '../../server/src/database/accounts/accessTokens';
import { isServed } from '../cluster/usesCluster';
import { CALLERS, createCallers, type Caller, type Callers } from '../support/callers';
import { createContract, operationsOf, readDocument, type Operation } from '../support/contract';
import { createToken, newToken } from '../support/createToken';
import { createDataMaker, IMAGE, type DataMaker } from '../support/makeData';
import { sharedBackend } from '../support/sharedBackend';
import { signIn } from '../support/signIn';
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

let tokens: Readonly<Record<TokenScope | 'elsewhere' | 'in a dataset elsewhere', { readonly token: string }>>;

beforeAll(async () => {
  callers = await createCallers(backend);
  const { member } = callers.sessions;
  make = createDataMaker(member, 'authorized');
  const { path } = await make.dataset();
  tokens = {
    read: await createToken(member, 'acme', ['read']),
    upload: await createToken(member, 'acme', ['upload']),
    manage: await createToken(member, 'acme', ['manage']),
    elsewhere: await createToken(member, path.slice(0, path.lastIndexOf('/')), TOKEN_SCOPES),
    'in a dataset elsewhere': await createToken(member, path, TOKEN_SCOPES),
  };
});
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

/** Returns the row of a call with an access token. */
function withToken(
  call: string | readonly [call: string, when: string],
  answers: Row['answers'],
  request: () => Request | Promise<Request>,
): Row {
  const arrange: Row['arrange'] = async (caller) => ({ headers: callers.bearer(caller), ...(await request()) });
  return { ...(typeof call === 'string' ? { call } : { call: call[0], when: call[1] }), answers, arrange };
}

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
  withToken('GET /deleted', forMembers(200, 200), () => ({ path: '/deleted' })),
  withToken('GET /activity', forMembers(200, 200), () => ({ path: '/activity' })),
  withToken('GET /audit', forMembers(403, 403, 200), () => ({ path: '/audit' })),
  withToken('GET /receipts', forMembers(403, 200), () => ({ path: '/receipts?path=acme' })),
  withToken('GET /project', forMembers(200, 200), () => ({ path: '/project' })),
  withToken('GET /project/summary', forMembers(200, 200), () => ({ path: '/project/summary' })),
  withToken('GET /search', forMembers(200, 200), () => ({ path: '/search?q=project' })),
  withToken('POST /project', forMembers(200, 200), () => ({ path: '/project', body: { title: make.newTitle() } })),
  withToken('PATCH /project/{hash}', forMembers(404, 200), async () => ({
    path: `/project/${(await make.project()).hash}`,
    body: { description: 'x' },
  })),
  withToken('DELETE /project/{hash}', forMembers(404, 200), async () => ({
    path: `/project/${(await make.project()).hash}`,
    body: {},
  })),
  withToken(['DELETE /project/{hash}', 'permanently'], forMembers(404, 403, 200), async () => ({
    path: `/project/${(await make.project()).hash}`,
    body: { permanentDelete: true },
  })),
  withToken(['GET /dataset/{hash}', 'the list of a project'], forMembers(404, 200), async () => ({
    path: `/dataset/${(await make.project()).hash}`,
  })),
  withToken('GET /dataset/{hash}', forMembers(404, 200), async () => ({
    path: `/dataset/${(await make.dataset()).hash}`,
  })),
  withToken('POST /dataset', forMembers(404, 200), async () => ({
    path: '/dataset',
    body: { projectHash: (await make.project()).hash, dataset: 'new' },
  })),
  withToken(['POST /dataset', 'in the name of another sponsor'], forMembers(403, 403), async () => ({
    path: '/dataset',
    body: { projectHash: (await make.project()).hash, dataset: 'new', sid: 'initech' },
  })),
  withToken('PUT /dataset/{hash}', forMembers(404, 200), async () => ({
    path: `/dataset/${(await make.dataset()).hash}`,
    body: { dataset: 'new' },
  })),
  withToken('PATCH /dataset/{hash}', forMembers(404, 200), async () => ({
    path: `/dataset/${(await make.dataset()).hash}`,
    body: { bitDepth: 8 },
  })),
  withToken('DELETE /dataset/{hash}', forMembers(404, 200), async () => ({
    path: `/dataset/${(await make.dataset()).hash}`,
    body: {},
  })),
  withToken(['DELETE /dataset/{hash}', 'permanently'], forMembers(404, 403, 200), async () => ({
    path: `/dataset/${(await make.dataset()).hash}`,
    body: { permanentDelete: true },
  })),
  withToken('POST /project/{hash}/restore', forMembers(404, 200), async () => {
    const { hash } = await make.project();
    await callers.sessions.member.call('DELETE', `/project/${hash}`, {});
    return { path: `/project/${hash}/restore`, body: {} };
  }),
  withToken('POST /dataset/{hash}/restore', forMembers(404, 200), async () => {
    const { hash } = await make.dataset();
    await callers.sessions.member.call('DELETE', `/dataset/${hash}`, {});
    return { path: `/dataset/${hash}/restore`, body: {} };
  }),
  withToken('GET /tokens', forMembers(200, 200), () => ({ path: '/tokens' })),
  withToken('POST /tokens', forMembers(403, 200), () => ({ path: '/tokens', body: newToken('acme', ['read']) })),
  withToken('DELETE /tokens/{id}', forMembers(404, 200), async () => {
    const { id } = await createToken(callers.sessions.member, 'acme', ['read']);
    return { path: `/tokens/${id}` };
  }),
  withToken('GET /config', forMembers(200, 200), () => ({ path: '/config?name=devices' })),
  withToken('GET /manage/devices', forMembers(200, 200), () => ({ path: '/manage/devices' })),
  withToken('GET /manage/files', forMembers(403, 200), async () => ({
    path: `/manage/files?${new URLSearchParams({ path: (await make.dataset()).path })}`,
  })),
  withToken('GET /manage/manifest', forMembers(403, 200), async () => ({
    path: `/manage/manifest?${new URLSearchParams({ path: (await make.dataset()).path, algorithm: 'md5' })}`,
  })),
  withToken('POST /manage/files/urls', forMembers(403, 200), async () => ({
    path: '/manage/files/urls',
    body: { keys: [(await make.file()).key] },
  })),
  withToken('DELETE /manage/files', forMembers(403, 200), async () => ({
    path: '/manage/files',
    body: { keys: [(await make.file()).key] },
  })),
  withToken('POST /manage/files/restore', forMembers(403, 200), async () => {
    const body = { keys: [(await make.file()).key] };
    await callers.sessions.member.call('DELETE', '/manage/files', body);
    return { path: '/manage/files/restore', body };
  }),
  withToken('POST /manage/files/move', forMembers(403, 200), async () => {
    const { key } = await make.file();
    return { path: '/manage/files/move', body: { moves: [{ from: key, to: `${key}f` }] } };
  }),
  withToken('POST /pipeline/{kind}/{hash}', forMembers(404, 200), async () => ({
    path: `/pipeline/atlas/${(await make.dataset()).hash}`,
    body: {},
  })),
  withToken('GET /pipeline/{kind}/{hash}', forMembers(404, 200), async () => {
    const path = `/pipeline/atlas/${(await make.dataset()).hash}`;
    await callers.sessions.member.call('POST', path, {});
    return { path };
  }),
  withToken('DELETE /pipeline/{kind}/{hash}', forMembers(404, 200), async () => {
    const path = `/pipeline/atlas/${(await make.dataset()).hash}`;
    await callers.sessions.member.call('POST', path, {});
    return { path };
  }),
  withToken('GET /pipeline/{hash}', forMembers(404, 200), async () => ({
    path: `/pipeline/${(await make.dataset()).hash}`,
  })),
  withToken('GET /pipeline', forMembers(404, 200), async () => ({
    path: `/pipeline?projectHash=${(await make.project()).hash}`,
  })),
  withToken('POST /upload/start', forMembers(403, 200), async () => ({
    path: '/upload/start',
    body: { key: `${(await make.dataset()).path}/a.tif` },
  })),
  withToken('GET /upload/open', forMembers(200, 200), () => ({ path: '/upload/open' })),
  withToken('GET /upload/urls', forMembers(403, 200), async () => ({
    path: `/upload/urls?${new URLSearchParams({ ...(await make.upload()), partNumber: '1', totalParts: '1' })}`,
  })),
  withToken('POST /upload/complete', forMembers(403, 200), async () => {
    const { key, uploadId } = await make.upload();
    return { path: '/upload/complete', body: completion(key, uploadId, [IMAGE]) };
  }),
  withToken('DELETE /upload/cancel', forMembers(403, 200), async () => ({
    path: '/upload/cancel',
    body: await make.upload(),
  })),
  withToken('POST /download', forMembers(403, 200), async () => ({
    path: '/download',
    body: { onlyDownSamples: false, files: [(await make.file()).key], zipFileName: 'a.zip' },
  })),
  withToken('GET /download/progress/{ref}', forMembers(404, 200), async () => ({
    path: `/download/progress/${(await make.archive()).ref}`,
  })),
  // Cancelling another sponsor's archive does nothing, as if it did not exist.
  withToken('DELETE /download/cancel', forMembers(200, 200), async () => ({
    path: '/download/cancel',
    body: { refId: (await make.archive()).ref },
  })),
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
    call: 'GET /seal/keys',
    answers: forAnybody(200),
    arrange: () => ({ path: '/seal/keys' }),
  },
  {
    call: 'GET /seal/{hash}',
    when: 'no seal',
    answers: {
      ...FOR_HOLDERS,
      ...Object.fromEntries(
        Object.entries(FOR_HOLDERS)
          .filter(([, one]) => one === 200)
          .map(([name]) => [name, 404]),
      ),
    },
    arrange: async (caller) => {
      const { hash } = await make.dataset();
      return { path: `/seal/${hash}?${callers.signature(caller, ['seal', hash])}` };
    },
  },
  withToken(['GET /seal/{hash}/files', 'no seal'], forMembers(404, 404), async () => ({
    path: `/seal/${(await make.dataset()).hash}/files`,
  })),
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
  withToken('GET /login', forAnybody(303), () => ({ path: '/login' })),
  withToken(['GET /login/callback', 'without a sign-in of this browser'], forAnybody(400), () => ({
    path: '/login/callback?code=a&state=b',
  })),
  withToken(['GET /sign-in/{uid}', 'without a sign-in of this browser'], forAnybody(400), () => ({
    path: '/sign-in/a',
  })),
  withToken(['POST /sign-in/{uid}', 'without a sign-in of this browser'], forAnybody(400), () => ({
    path: '/sign-in/a',
    body: new URLSearchParams({ email: 'a', password: 'b' }),
  })),
  withToken('GET /logout', forAnybody(303), () => ({ path: '/logout' })),
  withToken('GET /signed-out', forAnybody(200), () => ({ path: '/signed-out' })),
  withToken(['GET /oidc/{rest}', 'a code without a sign-in'], forAnybody(400), () => ({
    path: '/oidc/auth?client_id=nobody',
  })),
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

/** The scope of each call that access tokens open; undefined for any. They open no other call of users. */
const SCOPES = new Map<string, TokenScope | undefined>([
  ['GET /config', undefined],
  ['GET /manage/devices', undefined],
  ...[
    ...[
      'GET /project',
      'GET /project/summary',
      'GET /search',
      'GET /dataset/{hash}',
      'GET /manage/files',
      'GET /manage/manifest',
    ],
    ...[
      'POST /manage/files/urls',
      'GET /receipts',
      'GET /seal/{hash}/files',
      'GET /pipeline',
      'GET /pipeline/{hash}',
      'GET /pipeline/{kind}/{hash}',
    ],
    ...['POST /download', 'GET /download/progress/{ref}', 'DELETE /download/cancel'],
  ].map((call) => [call, 'read'] as const),
  ...[
    'POST /upload/start',
    'GET /upload/open',
    'GET /upload/urls',
    'POST /upload/complete',
    'DELETE /upload/cancel',
  ].map((call) => [call, 'upload'] as const),
  ...[
    ...['POST /project', 'PATCH /project/{hash}', 'DELETE /project/{hash}', 'POST /project/{hash}/restore'],
    ...['POST /dataset', 'PUT /dataset/{hash}', 'PATCH /dataset/{hash}', 'DELETE /dataset/{hash}'],
    ...['POST /dataset/{hash}/restore', 'POST /pipeline/{kind}/{hash}', 'DELETE /pipeline/{kind}/{hash}'],
    ...['DELETE /manage/files', 'POST /manage/files/restore', 'POST /manage/files/move'],
  ].map((call) => [call, 'manage'] as const),
]);
/** Calls that a token of any place opens: their lists show what it reaches. */
const ANYWHERE = ['GET /config', 'GET /manage/devices', 'GET /project', 'GET /upload/open'];
const OF_USERS = ROWS.filter(({ answers }) => answers.anonymous === 401 && answers['other issuer'] === 401);

describe.each(OF_USERS.map((row) => [nameOf(row), row] as const))('with an access token, %s', (_name, row) => {
  async function statusWith({ token }: { readonly token: string }): Promise<number> {
    const operation = contract.operation(row.call);
    const request = await row.arrange('member');
    const authorization = `Bearer ${token}`;
    const headers = row.call === 'POST /auth/token' ? { 'x-refresh-token': token } : { authorization };
    const response = await send(operation, { ...request, headers });
    expect(await contract.problemOf(operation, response)).toBeUndefined();
    return response.status;
  }
  const refused = row.call === 'POST /auth/token' ? 401 : 403;
  const isOpened = SCOPES.has(row.call);

  test.each(TOKEN_SCOPES)('the operation succeeds only within the scope: “%s”', async (scope) => {
    const needed = SCOPES.get(row.call);
    const isInScope = isOpened && (needed === undefined || needed === scope);
    expect(await statusWith(tokens[scope])).toBe(isInScope ? row.answers.member : refused);
  });

  test.each(['elsewhere', 'in a dataset elsewhere'] as const)(
    'the operation is refused to a token %s',
    async (place) => {
      expect(await statusWith(tokens[place])).toBe(ANYWHERE.includes(row.call) ? row.answers.member : refused);
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
