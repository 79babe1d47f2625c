import { Type, type TSchema } from '@sinclair/typebox';
import type { OtherAnswer } from '../openApi/routeSchema';

/**
 * Text that outlasts a database and a disk as it is; PostgreSQL holds no NUL. Keys and names have rules of their own
 * beyond this.
 */
export function boundedText(maxLength: number) {
  return Type.String({ maxLength, pattern: '^[^\\u0000]*$' });
}

/** Hashes, ids and references that this server gave out. Whatever else comes there is simply not found. */
export const Id = boundedText(200);

/** An object's key or a path: 1,024 bytes at most, which `keyRules.ts` counts. */
export const Key = Type.String({ maxLength: 4_096 });

/** A title or dataset’s name as it comes; `nameRules.ts` says what is a good one. */
export const Name = Type.String({ maxLength: 1_024 });

/** The id of a project or dataset in a path. */
export const HashParams = Type.Object({ hash: Id });

export const DeleteBody = Type.Object({ permanentDelete: Type.Optional(Type.Boolean()) });

export const Empty = Type.Object({}, { description: 'Done.' });

/** Free text of the forms: no control characters but line ends and tabs. */
export const FreeText = Type.String({
  maxLength: 10_000,
  pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f]*$',
});

export const ShortText = Type.String({ maxLength: 200, pattern: '^[^\\u0000-\\u001f]*$' });

const REASONS = {
  400: 'The call is not right; `msg` says what, naming the field.',
  401: 'Nobody is signed in, or no longer: `code` is `UNAUTHORIZED`.',
  403: 'The caller may not: it belongs to another sponsor, wants an administrator, or the address was altered or is old.',
  404: 'There is no such thing, or not for this caller.',
  409: 'It does not fit what is there.',
  413: 'Too large.',
  415: 'Of a type that nobody reads here.',
  416: 'The range lies behind the end.',
  429: 'Too many refused tries; `Retry-After` tells the seconds to wait.',
  500: 'Something that nobody foresaw; the log tells more under the request id.',
  507: 'The disk is full.',
} as const;

type RefusalStatus = keyof typeof REASONS;

/** By which a schema is known as that of a refusal. */
export const REFUSAL_TITLE = 'Refusal';

/** The form of every refusal of a call. */
const Refusal = Type.Object(
  { msg: Type.String({ description: 'For people.' }), code: Type.Optional(Type.String()) },
  { title: REFUSAL_TITLE },
);

/** The refusals of a call, for its `response`. */
export function errorResponses(...statuses: readonly RefusalStatus[]): Readonly<Record<number, TSchema>> {
  return Object.fromEntries(statuses.map((status) => [status, { ...Refusal, description: REASONS[status] }]));
}

/** An answer of another media type than JSON. */
export function contentOf(mediaType: string, description: string): OtherAnswer {
  return { description, content: { [mediaType]: { schema: Type.String() } } };
}

/** Answers with a page for people. */
export function htmlResponses(answers: Readonly<Record<number, string>>): Readonly<Record<string, OtherAnswer>> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, description]) => [status, contentOf('text/html', description)]),
  );
}

/** An answer without a body. */
export function noBody(description: string): OtherAnswer {
  return { description };
}
