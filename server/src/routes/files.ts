import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf } from '../access';
import { checkPath } from '../objects/keyRules';
import type { StoredObject } from '../objects/objectStore';
import type { Services } from '../services';
import { visibleObjects } from '../visibleObjects';
import { errorResponses, Key } from './schemas';

const PAGE_OBJECTS = 1_000;

const FilesQuery = Type.Object({
  path: Key,
  cursor: Type.Optional(Type.String({ maxLength: 4_096 })),
});
const FilesResponse = Type.Object(
  {
    files: Type.Unsafe<readonly StoredObject[]>(
      Type.Array(Type.Object({ key: Type.String(), size: Type.Integer({ minimum: 0 }), lastModified: Type.String() })),
    ),
    cursor: Type.Optional(Type.String()),
  },
  { description: 'One page, sorted by key; `cursor` is present if there are more.' },
);

/** `GET /manage/files`: lists the objects below a path in pages of 1,000, sorted by key. */
export const fileRoutes: FastifyPluginCallbackTypebox<Services> = (app, services, done) => {
  app.get(
    '/manage/files',
    {
      schema: {
        summary: 'Lists the objects below a path',
        querystring: FilesQuery,
        response: { 200: FilesResponse, ...errorResponses(403) },
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
  done();
};
