import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access';
import { allowsRange, namesTag } from '../entityTags';
import { HttpError } from '../errors';
import { logUnexpectedError } from '../logging';
import { orIfMissing } from '../objects/durableFiles';
import { checkObjectKey, checkPath } from '../objects/keyRules';
import type { Services } from '../services';
import { visibleObjects } from '../visibleObjects';
import type { ZipSelection } from '../zips/archiveContents';
import { parseByteRange } from '../zips/byteRange';
import { createZipJobs } from '../zips/zipJobs';
import { attachmentHeader, checkZipFileName, fileNameOnDisk } from '../zips/zipNames';
import { archivePath, isZipRef } from '../zips/zipRecords';
import { contentOf, Empty, errorResponses, Id, Key, noBody } from './schemas';
import { sweepHourly } from './sweepHourly';

/** A selection of 100,000 files with long keys. */
const SELECTION_BODY_BYTES = 64 * 1024 * 1024;
/** An archive's address is good for an hour at least, whatever is set for parts: large ones take long to fetch. */
const ARCHIVE_URL_SECONDS = 60 * 60;

/** More than a project of many datasets holds; a folder is asked for by its path. */
const MAX_FILES = 200_000;

const DownloadBody = Type.Object(
  {
    onlyDownSamples: Type.Boolean(),
    zipFileName: Type.String({ maxLength: 4_096 }),
    files: Type.Optional(Type.Array(Key, { minItems: 1, maxItems: MAX_FILES })),
    folder: Type.Optional(Key),
  },
  { description: 'Either `files` or `folder`.' },
);
const CancelBody = Type.Object({ refId: Id });
const Totals = { totalFiles: Type.Integer({ minimum: 0 }), totalSize: Type.Integer({ minimum: 0 }) };
const OrderAnswer = Type.Object({ ref: Type.String(), ...Totals }, { description: 'The archive is being prepared.' });
const ProgressAnswer = Type.Object(
  {
    status: Type.Union([Type.Literal('PREPARING'), Type.Literal('COMPLETED'), Type.Literal('FAILED')]),
    completedSize: Type.Integer({ minimum: 0 }),
    ...Totals,
    url: Type.Optional(Type.String()),
    msg: Type.Optional(
      Type.String({ description: 'Why it failed, for people, as in a refusal. The app says it in words of its own.' }),
    ),
  },
  { description: '`url` with `COMPLETED`, `msg` with `FAILED`.' },
);

/** The calls that order an archive, ask how far it is, and cancel it. */
export async function downloadRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { environment, folder, previews, signer } = services;
  const jobs = createZipJobs({
    folder,
    previews,
    objectsOf: (sponsorId) => visibleObjects(services, sponsorId),
    report: (error) => {
      logUnexpectedError(app.log, error);
    },
  });
  await jobs.resume();
  await sweepHourly(app, () => jobs.sweep());
  app.addHook('onClose', () => jobs.close());

  app.post<{ Body: Static<typeof DownloadBody> }>(
    '/download',
    {
      schema: {
        summary: 'Orders an archive',
        body: DownloadBody,
        response: { 200: OrderAnswer, ...errorResponses(403, 404, 507) },
      },
      bodyLimit: SELECTION_BODY_BYTES,
    },
    async (request) => {
      const sponsorId = callerOf(request).sponsorId;
      const zipFileName = checkZipFileName(request.body.zipFileName);
      const { ref, totalFiles, totalSize } = await jobs.start(
        sponsorId,
        zipFileName,
        selectionOf(request.body, sponsorId),
      );
      return { ref, totalFiles, totalSize };
    },
  );

  const progressSchema = {
    summary: 'How far an archive is',
    params: Type.Object({ ref: Id }),
    response: { 200: ProgressAnswer, ...errorResponses(404) },
  };
  app.get<{ Params: { ref: string } }>('/download/progress/:ref', { schema: progressSchema }, (request) => {
    const { ref } = request.params;
    const progress = jobs.progress(callerOf(request).sponsorId, ref);
    if (progress === undefined) throw new HttpError(404, 'There is no archive of this reference.', 'NOT_FOUND');
    const { zipFileName, status, completedSize, totalFiles, totalSize, msg } = progress;
    const told = { status, completedSize, totalFiles, totalSize, ...(msg === undefined ? {} : { msg }) };
    if (status !== 'COMPLETED') return Promise.resolve(told);
    const seconds = Math.max(ARCHIVE_URL_SECONDS, environment.signedUrlSeconds);
    const fileName = fileNameOnDisk(zipFileName);
    const query = signer.sign(['archive', ref, fileName], seconds);
    const url = `${environment.publicUrl}/archives/${ref}/${encodeURIComponent(fileName)}?${query}`;
    return Promise.resolve({ ...told, url });
  });

  app.delete<{ Body: Static<typeof CancelBody> }>(
    '/download/cancel',
    { schema: { summary: 'Cancels an archive; none there is no error', body: CancelBody, response: { 200: Empty } } },
    async (request) => {
      await jobs.cancel(callerOf(request).sponsorId, request.body.refId);
      return {};
    },
  );
}

function selectionOf({ onlyDownSamples, files, folder }: Static<typeof DownloadBody>, sponsorId: string): ZipSelection {
  if (folder !== undefined && files === undefined) return { onlyDownSamples, folder: checkPath(folder, sponsorId) };
  if (files !== undefined && folder === undefined) {
    return { onlyDownSamples, files: files.map((key) => checkObjectKey(key, sponsorId)) };
  }
  throw new HttpError(400, 'The body wants either files or folder.');
}

const READ_CHUNK_BYTES = 1024 * 1024;

const ArchiveParams = Type.Object({ ref: Id, '*': Type.String() });

/** `GET` of a finished archive by its signed URL, whole or a range. Public: the signature is the permission. */
export function archiveRoutes(app: FastifyInstance, { environment, folder, signer }: Services): Promise<void> {
  const appOrigin = new URL(environment.appUrl).origin;

  const schema = {
    summary: 'A finished archive, whole or a range',
    permission: 'signature' as const,
    params: ArchiveParams,
    response: {
      200: contentOf('application/zip', 'The archive.'),
      206: contentOf('application/zip', 'The range that was asked for.'),
      304: noBody('The browser has it already.'),
      ...errorResponses(403, 404, 416),
    },
  };
  app.get<{ Params: Static<typeof ArchiveParams> }>('/archives/:ref/*', { schema }, async (request, reply) => {
    const { ref, '*': fileName } = request.params;
    // The app opens archives, and what is said in their place, in a hidden frame of its page.
    reply.header('content-security-policy', `default-src 'none'; frame-ancestors ${appOrigin}`);
    signer.verify(['archive', ref, fileName], request.query);
    const path = archivePath(folder, ref);
    const stats = isZipRef(ref) ? await orIfMissing(stat(path), undefined) : undefined;
    if (stats === undefined) throw new HttpError(404, 'This archive is gone; order it again.', 'NOT_FOUND');

    const { size } = stats;
    const etag = `"${ref}"`;
    reply.headers({
      'accept-ranges': 'bytes',
      etag,
      'last-modified': stats.mtime.toUTCString(),
      'cache-control': 'private, no-cache',
    });
    if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const isHead = request.method === 'HEAD';
    // A range is asked for of the archive as it was at the first try; of another one, the whole is sent.
    const isRangeOfThis = !isHead && allowsRange(request.headers['if-range']?.toString(), etag);
    const range = isRangeOfThis ? parseByteRange(request.headers.range, size) : undefined;
    if (range === 'unsatisfiable') {
      reply.header('content-range', `bytes */${String(size)}`);
      throw new HttpError(416, `The archive has ${String(size)} bytes; the range lies behind its end.`);
    }
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': attachmentHeader(fileName),
      'content-length': range === undefined ? size : range.end - range.start + 1,
    });
    if (range !== undefined) {
      reply.code(206).header('content-range', `bytes ${String(range.start)}-${String(range.end)}/${String(size)}`);
    }
    // Fastify reads to its end what is not sent, and writes the length of what is not there.
    if (isHead) return reply.send(Readable.from([]));
    return reply.send(createReadStream(path, { highWaterMark: READ_CHUNK_BYTES, ...range }));
  });
  return Promise.resolve();
}
