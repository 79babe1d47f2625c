import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { isServed, usesCluster } from '../cluster/usesCluster';
import { createContract, readDocument, type JsonSchema, type Operation } from '../support/contract';
import { drawnTiff } from '../support/drawnTiff';
import { fitting, hostileBody, hostileText, spoiled } from '../support/hostileValues';
import { closeRaw, sendRaw, type RawRequest } from '../support/rawRequest';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { startBackend, type Backend } from '../support/startBackend';
import { startUpload, uploadFile } from '../support/uploadFile';

/** Set `FUZZ_SEED` to repeat a run. */
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Every run has a different seed, so that rare problems are found over time. */
const REQUESTS_PER_CALL = 25;

let backend: Pick<Backend, 'url' | 'appUrl' | 'dataDir' | 'log' | 'stop'>;
let admin: Session;
let known: Readonly<Record<string, readonly string[]>> = {};

const contract = createContract(readDocument());

/** Deletes run last, because the other calls need the data. */
const isDelete = ({ method }: Operation): number => Number(method === 'DELETE');
const inOrder = contract.operations.filter(({ id }) => isServed(id)).toSorted((a, b) => isDelete(a) - isDelete(b));

/** Returns one server of the cluster that the global setup has started. Balancers reject some requests themselves. */
function clusterServer(): typeof backend {
  const { directUrl = '', logFiles = [], ...shared } = sharedBackend();
  const log = (): string => logFiles.map((file) => readFileSync(file, 'utf8')).join('\n');
  return { ...shared, url: directUrl, log, stop: () => Promise.resolve(null) };
}

beforeAll(async () => {
  backend = usesCluster ? clusterServer() : await startBackend();
  admin = await signIn(usesCluster ? sharedBackend() : backend, 'admin@acme.example');
  const { body: project } = await admin.call<{ projectHash: string }>('POST', '/project', { title: 'p' });
  const form = { projectHash: project.projectHash, dataset: 'd' };
  const { body: dataset } = await admin.call<{ datasetHash: string }>('POST', '/dataset', form);
  const key = 'acme/p/d/a.tif';
  await uploadFile(admin, key, [drawnTiff(10_000, 1)]);
  const uploadId = await startUpload(admin, 'acme/p/d/b.tif');
  const order = { onlyDownSamples: false, folder: 'acme/p', zipFileName: 'a.zip' };
  const { body: archive } = await admin.call<{ ref: string }>('POST', '/download', order);
  known = {
    hash: [project.projectHash, dataset.datasetHash],
    projectHash: [project.projectHash],
    key: [key, 'acme/p/d/b.tif'],
    files: [key],
    path: ['acme', 'acme/p', 'acme/p/d'],
    folder: ['acme/p', 'acme/p/d'],
    uploadId: [uploadId],
    ref: [archive.ref],
    refId: [archive.ref],
    zipFileName: ['a.zip'],
    ak: [admin.values.A_K ?? ''],
    sk: [admin.values.S_K ?? ''],
    session_token: [admin.values.session_token ?? ''],
  };
});
afterAll(async () => {
  closeRaw();
  await backend.stop();
});

/** URI-encodes text that may contain lone surrogates. */
function encodeAny(text: string): string {
  return Array.from(text, (letter) => {
    const code = letter.charCodeAt(0);
    if (letter.length === 1 && code >= 0xd800 && code <= 0xdfff) {
      return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]
        .map((byte) => `%${byte.toString(16)}`)
        .join('');
    }
    return encodeURIComponent(letter);
  }).join('');
}

const knownValues = (name: string): readonly string[] => known[name] ?? [];

/** Mostly valid values, so that requests with one invalid value reach the handler. */
function parameter(schema: JsonSchema, name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fitting(schema, knownValues, name).map(String) },
    { weight: 1, arbitrary: hostileText.map((text) => text.slice(0, 6_000)) },
  );
}

function pathOf({ path, parameters = [] }: Operation): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = names.map((name) => {
    const { schema = {} } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
    const encoded = parameter(schema, name).map(encodeAny);
    return fc.oneof(
      { weight: 9, arbitrary: encoded },
      { weight: 1, arbitrary: fc.constantFrom('%zz', '%', '..', '.') },
    );
  });
  return fc
    .tuple(...values)
    .map((given) => names.reduce((text, name, index) => text.replace(`{${name}}`, () => given[index] ?? ''), path));
}

/** The document lists this parameter as a security scheme. */
const SESSION_TOKEN = { name: 'session_token', in: 'query', schema: { type: 'string' } } as const;

function queryOf({ parameters = [], security }: Operation): fc.Arbitrary<string> {
  const inSecurity = security.some((one) => 'previewKeys' in one) ? [SESSION_TOKEN] : [];
  const named = [...parameters, ...inSecurity]
    .filter((one) => one.in === 'query')
    .map(({ name, schema }) =>
      fc.oneof(
        { weight: 6, arbitrary: parameter(schema, name).map((text) => `${name}=${encodeAny(text)}`) },
        { weight: 1, arbitrary: fc.constantFrom('', name, `${name}=1&${name}=2`, `${name}[a]=1`) },
      ),
    );
  const extra = fc.constantFrom('', '', '', '__proto__=1', 'constructor=1', 'a=%zz', '&&&', '=', 'x[]=1');
  return fc.tuple(fc.tuple(...named), extra).map(([given, more]) => [...given, more].filter(Boolean).join('&'));
}

function bodyOf({ requestBody }: Operation): fc.Arbitrary<Pick<RawRequest, 'body' | 'headers'>> {
  const [mediaType, described] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (mediaType === undefined || described === undefined) {
    return fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: hostileBody.map((body) => ({ body, headers: { 'content-type': 'application/json' } })) },
    );
  }
  const good = fitting(described.schema, knownValues);
  const written = fc.oneof({ weight: 1, arbitrary: good }, { weight: 4, arbitrary: spoiled(good) });
  const json = written.map((value) => JSON.stringify(value));
  return fc.record({
    body: fc.oneof({ weight: 5, arbitrary: json }, { weight: 1, arbitrary: hostileBody }),
    headers: fc.oneof(
      { weight: 12, arbitrary: fc.constant({ 'content-type': mediaType }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          {},
          { 'content-type': 'text/plain' },
          { 'content-type': 'multipart/form-data; boundary=' },
          { 'content-type': 'application/json; charset=utf-16' },
          { 'content-type': mediaType, 'content-encoding': 'gzip' },
          { 'content-type': ';;;' },
        ),
      },
    ),
  });
}

/** The caller, mostly an authorized one. */
const caller = fc.oneof(
  { weight: 8, arbitrary: fc.constant('admin') },
  { weight: 1, arbitrary: fc.constantFrom('', 'Bearer', 'Bearer .', `Bearer ${'e'.repeat(5_000)}`, 'Basic Og==') },
);

function authorization(who: string): Readonly<Record<string, string>> {
  return who === 'admin'
    ? { authorization: `Bearer ${admin.accessToken}`, 'x-id-token': admin.idToken }
    : { authorization: who };
}

function requests(operation: Operation): fc.Arbitrary<RawRequest> {
  return fc
    .tuple(pathOf(operation), queryOf(operation), bodyOf(operation), caller)
    .map(([path, query, { body, headers }, who]) => ({
      method: operation.method,
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...authorization(who), ...headers },
      ...(body === undefined ? {} : { body }),
    }));
}

const TRACE = /\n\s+at |node_modules|\.(?:ts|js|mjs):\d+/;
/** Statuses of requests that reach no route. */
const BEFORE_ROUTES = new Set([400, 404, 414, 431]);

/** Describes how a response violates the contract; undefined if it does not. */
async function problemOf(operation: Operation, response: Response): Promise<string | undefined> {
  const { status } = response;
  const text = await response.clone().text();
  if (status >= 500) return `${String(status)}: ${text}`;
  if (TRACE.test(text)) return `a stack trace: ${text}`;
  const problem = await contract.problemOf(operation, response);
  if (problem === undefined || !BEFORE_ROUTES.has(status)) return problem;
  const body: unknown = JSON.parse(text);
  const isRefusal = typeof body === 'object' && body !== null && 'msg' in body && typeof body.msg === 'string';
  return isRefusal ? undefined : problem;
}

/** The operations that succeeded at least once. */
const gotThrough = new Set<string>();

describe(`random requests (seed ${String(SEED)})`, () => {
  test.each(inOrder.map((operation) => [operation.id, operation] as const))(
    '%s responds according to the contract',
    async (_id, operation) => {
      // Created here, because the known values are set in `beforeAll`.
      const property = fc.asyncProperty(requests(operation), async (request) => {
        const response = await sendRaw(backend, request);
        if (response.ok) gotThrough.add(operation.id);
        expect(await problemOf(operation, response)).toBeUndefined();
      });
      await fc.assert(property, { seed: SEED, numRuns: REQUESTS_PER_CALL });
    },
  );

  test('keeps working after random requests, without unexpected errors in its log', async () => {
    expect((await admin.call('GET', '/project')).status).toBe(200);
    expect(backend.log()).not.toContain('unexpected error');
    expect(gotThrough.size).toBeGreaterThan(10);
  });
});
