import { Type, type Static } from '@sinclair/typebox';
import { HttpError } from '../../common/errors';
import { listOpenUploads, type OpenUpload } from '../../database/files/uploads';
import { callerOf } from '../../http/access';
import { errorResponses, Key, Time, toDate } from '../../http/schemas';
import { checkNewKey, checkObjectKey } from '../../names/keyRules';
import type { UploadRef } from '../../objects/uploads';
import { MAX_PARTS, type ReceivedParts } from '../../storage/parts';
import type { Routes } from '../services';
import { OnlyIfAbsent, PartNumber, Replaces, UploadId } from './uploadSchemas';

/** URLs per response. They expire, so more would be stale before they are used. */
const URLS_PER_RESPONSE = 16;

const StartBody = Type.Object({
  key: Key,
  modified: Type.Optional(
    Type.String({ ...Time, description: 'When the file was last changed. Listings and archives have it.' }),
  ),
  onlyIfAbsent: OnlyIfAbsent,
  replaces: Replaces,
  size: Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes of the file, for other clients of the user.' })),
  partSize: Type.Optional(Type.Integer({ minimum: 1, description: 'Bytes of each part but the last, likewise.' })),
  totalParts: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PARTS, description: 'If present, the first URLs are returned as well.' }),
  ),
});
const PartUrl = Type.Object({
  partNumber: PartNumber,
  url: Type.String(),
  etag: Type.Optional(Type.String({ description: 'The MD5 of the part, if the storage has received it.' })),
});
const StartResponse = Type.Object(
  { uploadId: Type.String(), urls: Type.Optional(Type.Array(PartUrl)) },
  { description: 'The upload has started.' },
);
/** More than a sponsor can have, unless its limit was raised. */
const MAX_LISTED = 1_000;
/** The storage is asked about so many of the caller's latest uploads. */
const MAX_MEASURED = 50;
const OpenResponse = Type.Object(
  {
    uploads: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The key with which it was started.' }),
        uploadId: Type.String(),
        userId: Type.Optional(Type.String({ description: 'The user who started it.' })),
        activeAt: Type.String({
          description: 'When it was started, or its URLs were requested, or a part has arrived.',
        }),
        isOwn: Type.Optional(
          Type.Literal(true, { description: 'The caller started it, or a token of the same user.' }),
        ),
        received: Type.Optional(Type.Integer({ description: 'Bytes that the storage has. Of the caller’s uploads.' })),
        size: Type.Optional(Type.Integer({ description: 'As its client said, like the other facts about the file.' })),
        partSize: Type.Optional(Type.Integer()),
        modified: Type.Optional(Type.String()),
      }),
    ),
  },
  { description: `Up to ${String(MAX_LISTED)} uploads, those that have been idle longest first.` },
);
const UrlsQuery = Type.Object({
  key: Key,
  uploadId: UploadId,
  partNumber: PartNumber,
  totalParts: PartNumber,
});
const UrlsResponse = Type.Array(PartUrl, {
  description: 'Signed URLs in order, from the requested part on. May contain fewer URLs than parts remain.',
});

/** The `/upload` routes that start and list uploads, and sign the URLs of parts. */
export const startUploadRoutes: Routes = (app, { database, uploads }) => {
  async function signUrls(upload: UploadRef, first: number, totalParts: number): Promise<Static<typeof PartUrl>[]> {
    const count = Math.min(URLS_PER_RESPONSE, totalParts - first + 1);
    const numbers = Array.from({ length: count }, (_, index) => first + index);
    const urls = await uploads.partUrls(upload, numbers);
    return urls.map((url, index) => ({ partNumber: first + index, url }));
  }

  const startSchema = {
    summary: 'Starts an upload',
    body: StartBody,
    response: { 200: StartResponse, ...errorResponses(403, 404, 409, 507) },
  };
  app.post('/upload/start', { schema: startSchema }, async (request) => {
    const { sponsorId, userId } = callerOf(request);
    const key = checkNewKey(request.body.key, sponsorId);
    const { totalParts, onlyIfAbsent, replaces, modified, size: fileSize, partSize } = request.body;
    const fileModifiedAt = modified === undefined ? undefined : toDate(modified);
    const uploadId = await uploads.start(key, {
      userId,
      ...{ fileModifiedAt, fileSize, partSize },
      onlyIfAbsent,
      replaces: replaces?.toLowerCase(),
    });
    const urls = totalParts === undefined ? undefined : await signUrls({ uploadId, key }, 1, totalParts);
    return { uploadId, urls };
  });

  const openSchema = {
    summary: 'Lists the uploads that the sponsor has in progress; every member can cancel them',
    response: { 200: OpenResponse },
  };
  app.get('/upload/open', { schema: openSchema }, async (request) => {
    const { sponsorId, userId: caller, token = {} } = callerOf(request);
    const open = await listOpenUploads(database, sponsorId, token, MAX_LISTED);
    const own = open.filter(({ userId }) => userId === caller);
    const received = new Map<string, ReceivedParts>();
    for (const upload of own.slice(-MAX_MEASURED)) received.set(upload.uploadId, await uploads.received(upload));
    const toListed = (upload: OpenUpload) => {
      const { bytes, latest = upload.activeAt } = received.get(upload.uploadId) ?? {};
      const activeAt = upload.activeAt > latest ? upload.activeAt : latest;
      return {
        ...{ ...upload, activeAt: activeAt.toISOString(), modified: upload.fileModifiedAt?.toISOString() },
        ...{ size: upload.fileSize, received: bytes, isOwn: own.includes(upload) ? (true as const) : undefined },
      };
    };
    return { uploads: open.map(toListed) };
  });

  const urlsSchema = {
    summary: 'Returns signed URLs of parts',
    querystring: UrlsQuery,
    response: { 200: UrlsResponse, ...errorResponses(403, 404, 507) },
  };
  app.get('/upload/urls', { schema: urlsSchema }, async (request) => {
    const { uploadId, partNumber: first, totalParts } = request.query;
    const { sponsorId } = callerOf(request);
    const key = checkObjectKey(request.query.key, sponsorId);
    if (first > totalParts)
      throw new HttpError(400, `partNumber ${String(first)} is greater than totalParts ${String(totalParts)}.`);
    const upload = { uploadId, key };
    const [urls, etags] = await Promise.all([signUrls(upload, first, totalParts), uploads.etagsOfParts(upload)]);
    return urls.map((part) => ({ ...part, etag: etags.get(part.partNumber) }));
  });
};
