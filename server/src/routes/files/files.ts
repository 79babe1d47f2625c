import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { IMAGE_CONTENTS, type ImageContent } from '@data-manager/domain/pictures/check/imageContent';
import { Type } from '@sinclair/typebox';
import { recordEvents } from '../../database/activity/auditLog';
import { ListedFile } from '../../database/files/storedObject';
import { actorOf, callerOf } from '../../http/access';
import { errorResponses, Key } from '../../http/schemas';
import { checkObjectKey, checkPath } from '../../names/keyRules';
import type { Routes } from '../services';

const PAGE_OBJECTS = 1_000;

const FilesQuery = Type.Object({
  path: Key,
  cursor: Type.Optional(Type.String({ maxLength: 4_096 })),
});
const FilesResponse = Type.Object(
  {
    files: Type.Array(
      Type.Object({
        ...ListedFile.properties,
        unreadable: Type.Optional(
          Type.Unsafe<ImageProblem>(
            Type.String({
              enum: ['empty', 'truncated', 'not-tiff', 'damaged'],
              description: 'Why a file that is named like a section image is not a readable TIFF.',
            }),
          ),
        ),
        content: Type.Optional(
          Type.Unsafe<ImageContent>(
            Type.String({
              enum: [...IMAGE_CONTENTS],
              description:
                'What the pixels of a section image are: complete, damaged, or all the same (`black`: 0, `saturated`: the highest value, `flat`: another one). Absent while the server has not looked.',
            }),
          ),
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
export const fileRoutes: Routes = (app, services) => {
  const { blobs, database, environment, imageChecks, objects } = services;
  const listSchema = {
    summary: 'Lists the objects below a path',
    querystring: FilesQuery,
    response: { 200: FilesResponse, ...errorResponses(403) },
  };
  app.get('/manage/files', { schema: listSchema, config: { hasLongResponse: true } }, async (request) => {
    const { sponsorId } = callerOf(request);
    const path = checkPath(request.query.path, sponsorId);
    const page = await objects.list(path, { cursor: request.query.cursor, limit: PAGE_OBJECTS });
    const files = await Promise.all(
      page.objects.map(async (object) => ({
        ...object,
        unreadable: await imageChecks.problemOf(object),
        content: imageChecks.contentOf(object),
      })),
    );
    return { files, cursor: page.cursor };
  });

  const urlsSchema = {
    summary: 'Returns temporary URLs from which browsers download files or ranges of them',
    body: UrlsBody,
    response: { 200: UrlsResponse, ...errorResponses(403) },
  };
  app.post('/manage/files/urls', { schema: urlsSchema, config: { hasLongResponse: true } }, async (request) => {
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
  });
};
