import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access';
import { checkPath } from '../objects/keyRules';
import type { Services } from '../services';
import { visibleObjects } from '../visibleObjects';
import { errorResponses, Key } from './schemas';

const PAGE_OBJECTS = 1_000;

const FilesQuery = Type.Object({
  path: Key,
  cursor: Type.Optional(Type.String({ maxLength: 4_096 })),
});
const FilesAnswer = Type.Object(
  {
    files: Type.Array(
      Type.Object({ key: Type.String(), size: Type.Integer({ minimum: 0 }), lastModified: Type.String() }),
    ),
    cursor: Type.Optional(Type.String()),
  },
  { description: 'In order of keys; while `cursor` comes back there is more.' },
);

/** `GET /manage/files`: everything below a path, a page of 1,000 at a time, in order of keys. */
export function fileRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.get<{ Querystring: Static<typeof FilesQuery> }>(
    '/manage/files',
    {
      schema: {
        summary: 'Everything below a path',
        querystring: FilesQuery,
        response: { 200: FilesAnswer, ...errorResponses(403) },
      },
    },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const path = checkPath(request.query.path, sponsorId);
      const objects = await visibleObjects(services, sponsorId);
      const page = await objects.list(path, { cursor: request.query.cursor, limit: PAGE_OBJECTS });
      return { files: page.objects, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) };
    },
  );
  return Promise.resolve();
}
