import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { ChangedError, HttpError } from '../common/errors';
import { toDiskError } from '../disk/durableFiles';
import { logUnexpectedError } from './logging';

/** A 4xx error thrown by Fastify or one of its plugins. */
interface ClientError extends Error {
  readonly statusCode: number;
}

function isClientError(error: unknown): error is ClientError {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  return typeof error.statusCode === 'number' && error.statusCode < 500;
}

/** Returns whether a request failed its route's schema; the error message then names the field. */
export function isValidationError(error: unknown): error is ClientError {
  return isClientError(error) && 'code' in error && error.code === 'FST_ERR_VALIDATION';
}

/** Responds to requests that reach no route, such as malformed URLs or parameters that are too long. */
export function handleFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(error.statusCode ?? 400)
    .header('x-request-id', request.id)
    .send({ msg: error.message });
}

const CLIENT_ERRORS: Readonly<Partial<Record<string, { readonly status: number; readonly msg: string }>>> = {
  HPE_HEADER_OVERFLOW: { status: 431, msg: 'The URL and headers of the request are too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, msg: 'The request timed out.' },
};
const MALFORMED_REQUEST = { status: 400, msg: 'The request is malformed.' };

/** Responds to requests that Node's HTTP parser rejects before Fastify sees them, and closes the connection. */
export const clientErrorHandler: NonNullable<FastifyServerOptions['clientErrorHandler']> = ({ code }, socket) => {
  if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else endConnection(socket, code);
};

/** Responds on the connection of a request that no route can respond to, and closes it. */
export function endConnection(socket: Socket, code: string): void {
  const { status, msg } = CLIENT_ERRORS[code] ?? MALFORMED_REQUEST;
  const body = JSON.stringify({ msg });
  const head = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    `X-Request-Id: ${randomBytes(12).toString('hex')}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function messageOf(error: ClientError, request: FastifyRequest): string {
  if (error.statusCode === 413) {
    const { bodyLimit } = request.routeOptions;
    return `The request body is larger than ${String(bodyLimit)} bytes. Nothing was changed.`;
  }
  return error.message;
}

/** Converts an expected error; undefined for an unexpected one. */
function toHttpError(thrown: unknown, request: FastifyRequest): HttpError | undefined {
  const error = toDiskError(thrown);
  if (error instanceof HttpError) return error;
  return isClientError(error) ? new HttpError(error.statusCode, messageOf(error, request)) : undefined;
}

/** Headers that describe a content, which the message of an error does not have. */
const CONTENT_HEADERS = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-type',
  'etag',
  'last-modified',
];

/** Removes the headers of a content that can't be sent. Those of a stream are already set on the raw response. */
function removeContentHeaders(reply: FastifyReply, status: number): void {
  if (reply.raw.headersSent) return;
  // With 416, it has the size of the content.
  for (const name of status === 416 ? CONTENT_HEADERS : [...CONTENT_HEADERS, 'content-range']) {
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
  reply.header('cache-control', 'no-store');
}

/**
 * Sets the status and headers for an error. Unexpected errors are logged, and their details are not sent.
 *
 * @returns The response body in the wire contract's form.
 */
export function applyError(
  reply: FastifyReply,
  error: unknown,
  request: FastifyRequest,
): { readonly msg: string; readonly code?: string; readonly current?: object } {
  const expected = toHttpError(error, request);
  removeContentHeaders(reply, expected?.status ?? 500);
  if (expected === undefined) {
    logUnexpectedError(request.log, error);
    reply.code(500);
    return { msg: `Something went wrong on the server. See its log for request ${request.id}.` };
  }
  const { status, msg, code, retryAfterSeconds } = expected;
  reply.code(status);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (expected instanceof ChangedError) return { msg, current: expected.current };
  return code === undefined ? { msg } : { msg, code };
}

/** Sends every error as `{ msg, code? }`. */
export function setErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => reply.send(applyError(reply, error, request)));
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ msg: `${request.method} ${request.url.split('?')[0] ?? ''} does not exist.` }),
  );
}
