import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../common/errors';
import { oneOf } from '../../common/oneOf';
import { listTokens, pruneTokens, removeToken, TOKEN_SCOPES } from '../../database/accounts/accessTokens';
import { recordEvent } from '../../database/activity/auditLog';
import { listDatasets } from '../../database/projects/datasets';
import { findProjectByTitle } from '../../database/projects/projects';
import type { Queryable } from '../../database/sql';
import { actorOf, callerOf, requireFound } from '../../http/access';
import { Empty, errorResponses, Id, Key, ShortText, Time, toDate } from '../../http/schemas';
import { sweepHourly } from '../../jobs/sweepHourly';
import { checkPath } from '../../names/keyRules';
import type { Routes } from '../services';

/** A year, and a day for time zones. */
const MAX_LIFE_MS = 367 * 24 * 60 * 60 * 1_000;

const Scopes = Type.Array(oneOf(TOKEN_SCOPES), { minItems: 1, maxItems: TOKEN_SCOPES.length, uniqueItems: true });
const CreateBody = Type.Object({
  name: Type.String({ ...ShortText, pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$' }),
  scopes: Scopes,
  path: Type.String({ ...Key, description: '`sponsor`, `sponsor/project` or `sponsor/project/dataset`.' }),
  expiresAt: Type.String({ ...Time, description: 'At most a year from now.' }),
});
const CreateResponse = Type.Object(
  { id: Type.String(), token: Type.String({ description: 'The secret. It is returned only here.' }) },
  { description: 'The token.' },
);
const ListResponse = Type.Object(
  {
    tokens: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        scopes: Scopes,
        path: Type.String(),
        expiresAt: Type.String(),
        lastUsedAt: Type.Optional(Type.String({ description: 'To the minute. Absent if it was never used.' })),
        userId: Type.String(),
      }),
    ),
  },
  { description: 'The tokens in force, the newest first.' },
);

/** The `/tokens` routes: access tokens for programs without a browser. */
export const accessTokenRoutes: Routes = (app, { accessTokens, database }) => {
  sweepHourly(app, () => pruneTokens(database));

  app.post(
    '/tokens',
    {
      schema: {
        summary: 'Creates an access token of the caller',
        body: CreateBody,
        response: { 200: CreateResponse, ...errorResponses(403, 404, 409) },
      },
    },
    async (request) => {
      const { sponsorId, userId } = callerOf(request);
      const { name, scopes, path } = request.body;
      const expiresAt = toDate(request.body.expiresAt);
      const lifeMs = expiresAt.getTime() - Date.now();
      if (lifeMs <= 0 || lifeMs > MAX_LIFE_MS) {
        throw new HttpError(400, 'The field “expiresAt” must be in the future, and at most a year from now.');
      }
      const place = await findPlace(database, checkPath(path, sponsorId));
      return database.transaction(async (transaction) => {
        const created = await accessTokens.create(transaction, {
          ...place,
          name: name.trim(),
          scopes,
          sponsorId,
          userId,
          expiresAt,
        });
        const details = `${scopes.join(', ')} in ${path} until ${expiresAt.toISOString()}`;
        const event = { action: 'create', type: 'access token', id: created.id, name: name.trim(), details } as const;
        await recordEvent(transaction, actorOf(request), event);
        return created;
      });
    },
  );

  app.get(
    '/tokens',
    {
      schema: {
        summary: 'Lists the access tokens of the caller; of the whole sponsor for administrators',
        response: { 200: ListResponse },
      },
    },
    async (request) => {
      const listed = await listTokens(database, accessTokens.issuer, callerOf(request).sponsorId, visibleUser(request));
      return {
        tokens: listed.map(({ id, name, scopes, path, expiresAt, lastUsedAt, userId }) => ({
          id,
          name,
          scopes: [...scopes],
          path,
          expiresAt: expiresAt.toISOString(),
          ...(lastUsedAt !== undefined && { lastUsedAt: lastUsedAt.toISOString() }),
          userId,
        })),
      };
    },
  );

  app.delete(
    '/tokens/:id',
    {
      schema: {
        summary: 'Revokes an access token of the caller; of the sponsor for administrators',
        params: Type.Object({ id: Id }),
        response: { 200: Empty, ...errorResponses(404) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { sponsorId } = callerOf(request);
      await database.transaction(async (transaction) => {
        const name = await removeToken(transaction, { id, sponsorId, userId: visibleUser(request) });
        if (name === undefined) throw new HttpError(404, 'The access token was not found.', 'NOT_FOUND');
        await recordEvent(transaction, actorOf(request), { action: 'delete', type: 'access token', id, name });
      });
      return {};
    },
  );
};

/** Returns the user whose tokens the caller sees; undefined for an administrator, who sees those of all users. */
function visibleUser(request: FastifyRequest): string | undefined {
  const { isAdmin, userId } = callerOf(request);
  return isAdmin ? undefined : userId;
}

/** @throws HttpError 404 if there is no such project or dataset, 400 for a longer path. */
async function findPlace(database: Queryable, path: string) {
  const [sponsorId = '', title, name, ...rest] = path.split('/');
  if (rest.length > 0) throw new HttpError(400, 'The field “path” must be a sponsor, a project or a dataset.');
  if (title === undefined) return {};
  const { projectHash } = requireFound(await findProjectByTitle(database, sponsorId, title), 'project');
  if (name === undefined) return { projectHash };
  const datasets = await listDatasets(database, projectHash);
  const { datasetHash } = requireFound(
    datasets.find(({ dataset }) => dataset === name),
    'dataset',
  );
  return { projectHash, datasetHash };
}
