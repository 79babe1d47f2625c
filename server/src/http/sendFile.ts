import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { ReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { send, type SendOptions } from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { HttpError } from '../common/errors';
import { wholeStream } from '../common/wholeStream';
import { orIfMissing } from '../disk/durableFiles';

const READ_CHUNK_BYTES = 1024 * 1024;

/** Returns whether the client's cached copy is current: `If-None-Match` lists the tag (RFC 9110, 13.1.2). */
export function isCached(request: FastifyRequest, etag: string): boolean {
  return fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag });
}

/** Returns the strong `ETag` of a small file. */
export async function hashFile(path: string): Promise<string> {
  return `"${createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
    .slice(0, 32)}"`;
}

function fileNotFound(): HttpError {
  return new HttpError(404, 'The file was not found.', 'NOT_FOUND');
}

/**
 * Sends a file, a range of it, or 304 if the client has it.
 *
 * @param options.etag A strong tag. Browsers resume a download only with one, and `@fastify/send` makes weak tags.
 * @throws HttpError 404 if the file does not exist, 416 for a range beyond its end.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: { readonly root: string; readonly name: string },
  { etag, ...options }: { readonly etag: string } & Pick<SendOptions, 'acceptRanges' | 'lastModified' | 'contentType'>,
): Promise<FastifyReply> {
  if (isCached(request, etag)) return reply.code(304).header('etag', etag).send();
  const { headers } = request.raw;
  // A range of a different file would corrupt a resumed download: send the whole file instead.
  const isRangeValid = headers['if-range'] === undefined || headers['if-range'] === etag;
  if (!isRangeValid || request.method === 'HEAD') delete headers.range;
  delete headers['if-range'];
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
  const result = await send(request.raw, encodeURI(path.name), {
    root: path.root,
    etag: false,
    cacheControl: false,
    dotfiles: 'allow',
    index: false,
    highWaterMark: READ_CHUNK_BYTES,
    ...options,
  });
  if (result.type === 'error' && result.statusCode === 416) {
    reply.header('content-range', result.headers['Content-Range']);
    throw new HttpError(416, 'The requested range starts beyond the end of the file.');
  }
  if (result.type !== 'file') throw fileNotFound();
  const { stream } = result;
  // The file may be removed after it was found. Once it is open, it can be read to its end.
  if (stream instanceof ReadStream && (await orIfMissing(once(stream, 'open'), undefined)) === undefined) {
    throw fileNotFound();
  }
  const size = Number(result.headers['Content-Length']);
  return reply
    .code(result.statusCode)
    .headers({ ...result.headers, etag })
    .send(stream instanceof ReadStream ? wholeStream({ body: stream, size }) : stream);
}
