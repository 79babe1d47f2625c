import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { checkPath } from '../objects/keyRules';
import { presentObjects } from '../deletedPaths';
import type { Services } from '../services';
import { callerOf } from './callerOf';

const PAGE_OBJECTS = 1_000;

const FilesQuery = Type.Object({
  path: Type.String(),
  cursor: Type.Optional(Type.String()),
});

/** `GET /manage/files`: everything below a path, a page of 1,000 at a time, in order of keys. */
export function fileRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.get<{ Querystring: Static<typeof FilesQuery> }>(
    '/manage/files',
    { schema: { querystring: FilesQuery } },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const path = checkPath(request.query.path, sponsorId);
      const objects = await presentObjects(services, sponsorId);
      const page = await objects.list(path, { cursor: request.query.cursor, limit: PAGE_OBJECTS });
      return { files: page.objects, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) };
    },
  );
  return Promise.resolve();
}
