import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../common/errors';
import { hasRequested, type TokenGrant, type TokenScope } from '../database/accounts/accessTokens';
import { findUpload } from '../database/files/uploads';
import { findDataset } from '../database/projects/datasets';
import type { Queryable } from '../database/sql';
import { callerOf } from '../http/access';

/** What the rules read of a request that its schemas have accepted. */
interface Called {
  readonly params: { readonly hash?: string; readonly ref?: string };
  readonly query: {
    readonly path?: string;
    readonly key?: string;
    readonly uploadId?: string;
    readonly projectHash?: string;
  };
  readonly body: null | {
    readonly key?: string;
    readonly uploadId?: string;
    readonly keys?: readonly string[];
    readonly files?: readonly string[];
    readonly folder?: string;
    readonly moves?: readonly { readonly from: string; readonly to: string }[];
    readonly refId?: string;
    readonly projectHash?: string;
    readonly title?: string;
    readonly dataset?: string;
  };
}

interface Reach {
  readonly grant: TokenGrant;
  readonly sponsorId: string;
  readonly database: Queryable;
}

/** Returns true if a request stays within the place of a token. */
type Check = (reach: Reach, called: Called) => boolean | Promise<boolean>;

/** The route limits its response to the place, or returns nothing of a place. */
const anywhere: Check = () => true;
const wholeSponsor: Check = ({ grant }) => grant.projectHash === undefined;

/** The keys and paths of a request. Their handlers refuse keys that climb (`..`). */
const keys =
  (keysOf: (called: Called) => readonly (string | undefined)[]): Check =>
  ({ grant }, called) =>
    keysOf(called).every((key = '') => key === grant.path || key.startsWith(`${grant.path}/`));

const bodyKeys = keys(({ body }) => [
  ...(body?.keys ?? []),
  ...(body?.moves ?? []).flatMap(({ from, to }) => [from, to]),
]);
const archiveContents = keys(({ body }) => body?.files ?? [body?.folder]);

const isProject = ({ grant }: Reach, hash = ''): boolean =>
  grant.projectHash === undefined || (grant.projectHash === hash && grant.datasetHash === undefined);
const project: Check = (reach, { params }) => isProject(reach, params.hash);
const projectOfBody: Check = (reach, { body }) => isProject(reach, body?.projectHash);

const dataset: Check = async ({ grant, sponsorId, database }, { params: { hash = '' } }) => {
  if (grant.projectHash === undefined || grant.datasetHash === hash) return true;
  if (grant.datasetHash !== undefined) return false;
  const found = await findDataset(database, sponsorId, hash, { deleted: 'shown' });
  return found?.dataset.projectHash === grant.projectHash;
};
/** A list of datasets is limited to the place. */
const datasetOrList: Check = async (reach, called) =>
  reach.grant.projectHash === called.params.hash || (await dataset(reach, called));

/** A new name is another place: it requires the right to what contains the project or dataset. */
const projectForm: Check = (reach, called) =>
  wholeSponsor(reach, called) || (project(reach, called) && isNameOf(reach.grant, called.body?.title));
const datasetForm: Check = async (reach, called) =>
  (await dataset(reach, called)) &&
  (reach.grant.datasetHash === undefined || isNameOf(reach.grant, called.body?.dataset));
const isNameOf = ({ path }: TokenGrant, name: string | undefined): boolean =>
  name === undefined || path.endsWith(`/${name}`);

/** An upload keeps the key with which it was started, while its project and dataset may be renamed. */
const upload: Check = async (reach, called) => {
  const { key = '', uploadId = '' } = called.body ?? called.query;
  const found = await findUpload(reach.database, uploadId, key);
  if (found === undefined) return keys(() => [key])(reach, called);
  const { projectHash, datasetHash } = reach.grant;
  return (
    (projectHash === undefined || found.place.projectHash === projectHash) &&
    (datasetHash === undefined || found.place.datasetHash === datasetHash)
  );
};
const ownArchive: Check = ({ grant, database }, { params, body }) =>
  grant.projectHash === undefined || hasRequested(database, grant.id, params.ref ?? body?.refId ?? '');

/** What access tokens open, by route: a scope, and a check of the place. They open no other route of users. */
const RULES: Readonly<Record<string, readonly [TokenScope | undefined, Check]>> = {
  'GET /config': [undefined, anywhere],
  'GET /manage/devices': [undefined, anywhere],
  'GET /project': ['read', anywhere],
  'GET /project/summary': ['read', wholeSponsor],
  'GET /search': ['read', wholeSponsor],
  'GET /dataset/:hash': ['read', datasetOrList],
  'GET /pipeline': ['read', (reach, { query }) => isProject(reach, query.projectHash)],
  'GET /pipeline/:hash': ['read', dataset],
  'GET /pipeline/:kind/:hash': ['read', dataset],
  'GET /manage/files': ['read', keys(({ query }) => [query.path])],
  'GET /manage/manifest': ['read', keys(({ query }) => [query.path])],
  'GET /seal/:hash/files': ['read', dataset],
  'GET /receipts': ['read', keys(({ query }) => [query.path])],
  'POST /manage/files/urls': ['read', bodyKeys],
  'POST /download': ['read', archiveContents],
  'GET /download/progress/:ref': ['read', ownArchive],
  'DELETE /download/cancel': ['read', ownArchive],
  'POST /upload/start': ['upload', keys(({ body }) => [body?.key])],
  'GET /upload/open': ['upload', anywhere],
  'GET /upload/urls': ['upload', upload],
  'POST /upload/complete': ['upload', upload],
  'DELETE /upload/cancel': ['upload', upload],
  'POST /project': ['manage', wholeSponsor],
  'PATCH /project/:hash': ['manage', projectForm],
  'DELETE /project/:hash': ['manage', project],
  'POST /project/:hash/restore': ['manage', project],
  'POST /dataset': ['manage', projectOfBody],
  'PUT /dataset/:hash': ['manage', datasetForm],
  'PATCH /dataset/:hash': ['manage', datasetForm],
  'DELETE /dataset/:hash': ['manage', dataset],
  'POST /dataset/:hash/restore': ['manage', dataset],
  'POST /pipeline/:kind/:hash': ['manage', dataset],
  'DELETE /pipeline/:kind/:hash': ['manage', dataset],
  'DELETE /manage/files': ['manage', bodyKeys],
  'POST /manage/files/restore': ['manage', bodyKeys],
  'POST /manage/files/move': ['manage', bodyKeys],
};

function ruleOf({ method, routeOptions }: FastifyRequest) {
  return RULES[`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url ?? ''}`];
}

/** Limits the callers with an access token to its scopes and its place. Call it after the caller is known. */
export function limitTokens(app: FastifyInstance, database: Queryable): void {
  app.addHook('onRequest', async (request) => {
    const { token } = callerOf(request);
    if (token === undefined) return;
    const rule = ruleOf(request);
    if (rule === undefined) throw forbidden('Access tokens can’t do this. Sign in.');
    const [scope] = rule;
    if (scope !== undefined && !token.scopes.includes(scope)) {
      throw forbidden(`The access token lacks the right “${scope}”.`);
    }
  });
  // The body has arrived, and the schemas of the route have accepted it.
  app.addHook('preHandler', async (request) => {
    const { token: grant, sponsorId } = callerOf(request);
    const check = ruleOf(request)?.[1];
    if (grant === undefined || check === undefined) return;
    // The schemas of the routes are stricter.
    const isWithin = await check({ grant, sponsorId, database }, request as unknown as Called);
    if (!isWithin) throw forbidden(`The access token reaches only ${grant.path}.`);
  });
}

function forbidden(msg: string): HttpError {
  return new HttpError(403, msg, 'FORBIDDEN');
}
