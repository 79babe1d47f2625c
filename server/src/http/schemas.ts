import { Type, type Static, type TSchema, type TUnsafe } from '@sinclair/typebox';
import { HttpError } from '../common/errors';
import type { Sent } from '../common/sent';

/** Returns the schema of text that PostgreSQL can store: it contains no NUL. */
export function boundedText(maxLength: number) {
  return Type.String({ maxLength, pattern: '^[^\\u0000]*$' });
}

/** A hash, id or reference issued by this server. Requests with unknown values get 404. */
export const Id = boundedText(200);

/** An id of files that are deleted or replaced together: the id of their request, or an id that the client chooses. */
export const Act = boundedText(200);

/** An object key or a path. `keyRules.ts` limits it to 1,024 bytes. */
export const Key = Type.String({ maxLength: 4_096 });

/** A project title or dataset name, validated by `keyRules.ts`. */
export const Name = Type.String({ maxLength: 1_024 });

/** The hash of a project or dataset in a path. */
export const HashParams = Type.Object({ hash: Id });

export const DeleteBody = Type.Object({ permanentDelete: Type.Optional(Type.Boolean()) });

export const Empty = Type.Object({}, { description: 'Success.' });

/** Multi-line text: no control characters except line breaks and tabs. */
export const FreeText = Type.String({
  maxLength: 10_000,
  pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f]*$',
});

export const ShortText = Type.String({ maxLength: 200, pattern: '^[^\\u0000-\\u001f]*$' });

export const Time = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?Z)?$',
  description: 'A date or a time in UTC: `2026-11-23` or `2026-11-23T14:00:00Z`.',
});

/** @throws HttpError 400 for a day that does not exist, such as 30 February. Databases misread the first century. */
export function toDate(text: string): Date {
  const date = new Date(text);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 10));
  if (!isReal || date.getUTCFullYear() < 100) throw new HttpError(400, `“${text}” is not a date.`);
  return date;
}

const ERROR_DESCRIPTIONS = {
  400: 'The request is invalid; `msg` names the field.',
  401: 'Not authenticated, or the session has expired: `code` is `UNAUTHORIZED`.',
  403:
    'Not allowed: it belongs to another sponsor, requires an administrator, is outside of the scopes or the place of the ' +
    'access token, or the URL was altered or has expired.',
  404: 'Not found, or not visible to this caller.',
  408: 'The body stopped arriving.',
  409: 'Conflicts with existing data.',
  413: 'The body is too large.',
  415: 'The media type is not supported.',
  416: 'The range starts beyond the end.',
  429: 'Too many failed attempts, requests at the same time or unfinished jobs; `Retry-After` gives the seconds to wait.',
  500: 'An unexpected error; the server log has details under the request id.',
  503: 'The server is busy; `Retry-After` gives the seconds to wait.',
  507: 'The disk is full, or the sponsor’s quota is used up.',
} as const;

/** The body of every error response. */
export const ErrorBody = Type.Object(
  { msg: Type.String({ description: 'A message for the user.' }), code: Type.Optional(Type.String()) },
  { $id: 'Error' },
);

/** References a schema that a scope has registered with `addSchema`, and that the OpenAPI document lists by name. */
export function refTo<Schema extends TSchema>(schema: Schema, description?: string): TUnsafe<Sent<Static<Schema>>> {
  return Type.Unsafe<Sent<Static<Schema>>>({
    $ref: `${schema.$id ?? ''}#`,
    ...(description === undefined ? {} : { description }),
  });
}

/** Describes error responses, for a route's `response` schema. */
export function errorResponses(
  ...statuses: readonly (keyof typeof ERROR_DESCRIPTIONS)[]
): Readonly<Record<number, TSchema>> {
  return Object.fromEntries(statuses.map((status) => [status, refTo(ErrorBody, ERROR_DESCRIPTIONS[status])]));
}

/** A response that is not JSON. */
interface ContentResponse {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: TSchema }>>;
}

/** Describes a response of a media type other than JSON. */
export function mediaResponse(mediaType: string, description: string): ContentResponse {
  return { description, content: { [mediaType]: { schema: Type.String() } } };
}

/** Describes responses with HTML pages. */
export function htmlResponses(
  descriptions: Readonly<Record<number, string>>,
): Readonly<Record<string, ContentResponse>> {
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [status, mediaResponse('text/html', description)]),
  );
}

/** Describes a response without a body. */
export function noBody(description: string) {
  return Type.Unsafe<unknown>(Type.Null({ description }));
}

/** The response to a conditional request for something that has not changed. */
export const notModified = { 304: noBody('The client has the current version.') };
