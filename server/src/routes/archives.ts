import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { allowsRange, namesTag } from '../entityTags';
import { HttpFailure } from '../failure';
import { orIfAbsent } from '../objects/durableFiles';
import type { Services } from '../services';
import { parseByteRange } from '../zips/byteRange';
import { attachmentHeader } from '../zips/zipFileName';
import { archivePath, isZipRef } from '../zips/zipRecords';
import { answerOf, bodiless, Id, refusals } from './schemas';

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
      200: answerOf('application/zip', 'The archive.'),
      206: answerOf('application/zip', 'The range that was asked for.'),
      304: bodiless('The browser has it already.'),
      ...refusals(403, 404, 416),
    },
  };
  app.get<{ Params: Static<typeof ArchiveParams> }>('/archives/:ref/*', { schema }, async (request, reply) => {
    const { ref, '*': fileName } = request.params;
    // The app opens archives, and what is said in their place, in a hidden frame of its page.
    reply.header('content-security-policy', `default-src 'none'; frame-ancestors ${appOrigin}`);
    signer.verify(['archive', ref, fileName], request.query);
    const path = archivePath(folder, ref);
    const stats = isZipRef(ref) ? await orIfAbsent(stat(path), undefined) : undefined;
    if (stats === undefined) throw new HttpFailure(404, 'This archive is gone; order it again.', 'NOT_FOUND');

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
      throw new HttpFailure(416, `The archive has ${String(size)} bytes; the range lies behind its end.`);
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
