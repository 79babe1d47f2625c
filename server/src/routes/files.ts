import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf } from '../access';
import { actorOf, recordEvents } from '../database/auditLog';
import { checkObjectKey, checkPath } from '../objects/keyRules';
import type { Services } from '../services';
import { errorResponses, Key } from './schemas';

const PAGE_OBJECTS = 1_000;

const FilesQuery = Type.Object({
  path: Key,
  cursor: Type.Optional(Type.String({ maxLength: 4_096 })),
});
const FilesResponse = Type.Object(
  {
    files: Type.Array(
      Type.Object({
        key: Type.String(),
        size: Type.Integer({ minimum: 0 }),
        lastModified: Type.String(),
        etag: Type.Optional(
          Type.String({
            description:
              'The MD5 of the content, or its S3 multipart form: the MD5 of the parts’ MD5s, then `-N`. Absent if it is not known.',
          }),
        ),
        partSize: Type.Optional(
          Type.Integer({
            minimum: 1,
            description:
              'Bytes of all parts but the last of the multipart form. Absent if they differ or are not known.',
          }),
        ),
        unreadable: Type.Optional(
          Type.Unsafe<ImageProblem>(
            Type.String({
              enum: ['empty', 'truncated', 'not-tiff', 'damaged'],
              description: 'Why a file that is named like a section image is not a readable TIFF.',
            }),
          ),
        ),
        flat: Type.Optional(
          Type.Boolean({
            description:
              'True if all pixels of the image are known to have the same value, which its first thumbnail shows.',
          }),
        ),
      }),
    ),
    cursor: Type.Optional(Type.String()),
  },
  { description: 'One page, sorted by key; `cursor` is present if there are more.' },
);

const UrlsBody = Type.Object({ keys: Type.Array(Key, { minItems: 1, maxItems: 100 }) });
const UrlsResponse = Type.Object(
  { urls: Type.Record(Type.String(), Type.String()) },
  { description: 'By key. Files that do not exist are omitted.' },
);

/** The `/manage/files` routes: list the files below a path, sorted by key, and sign the URLs of their contents. */
export const fileRoutes: FastifyPluginCallbackTypebox<Services> = (app, services, done) => {
  const { blobs, database, environment, imageChecks, objects } = services;
  app.get(
    '/manage/files',
    {
      schema: {
        summary: 'Lists the objects below a path',
        querystring: FilesQuery,
        response: { 200: FilesResponse, ...errorResponses(403) },
      },
      config: { hasLongResponse: true },
    },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const path = checkPath(request.query.path, sponsorId);
      const page = await objects.list(path, { cursor: request.query.cursor, limit: PAGE_OBJECTS });
      const files = await Promise.all(
        page.objects.map(async (object) => {
          const problem = await imageChecks.problemOf(object);
          return problem === undefined ? object : { ...object, unreadable: problem };
        }),
      );
      return { files, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) };
    },
  );

  app.post(
    '/manage/files/urls',
    {
      schema: {
        summary: 'Returns temporary URLs from which browsers download files or ranges of them',
        body: UrlsBody,
        response: { 200: UrlsResponse, ...errorResponses(403) },
      },
      config: { hasLongResponse: true },
    },
    async (request) => {
      const { sponsorId } = callerOf(request);
      const keys = request.body.keys.map((key) => checkObjectKey(key, sponsorId));
      const found = [...(await objects.find(keys)).values()];
      await recordEvents(
        database,
        actorOf(request),
        found.map(({ key }) => ({ action: 'download', type: 'file', name: key })),
      );
      const urls = await Promise.all(
        found.map(async ({ key, blob, etag }) => {
          return [key, await blobs.contentUrl(blob, { etag, seconds: environment.signedUrlSeconds })] as const;
        }),
      );
      return { urls: Object.fromEntries(urls) };
    },
  );
  done();
};
