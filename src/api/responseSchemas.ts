import * as v from 'valibot';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import { isRecord } from '@data-manager/lib/isRecord';
import { err, ok, type Result } from '@data-manager/lib/result';

/*
 * Schemas of a tolerant reader: unknown members are ignored, and `null` counts as absent.
 */

/** A schema of a response body. */
export type ResponseSchema<Data> = v.GenericSchema<unknown, Data>;

/** Returns the schema of an object whose `null` members count as absent. */
export function responseObject<const Entries extends v.ObjectEntries>(
  entries: Entries,
): ResponseSchema<v.InferOutput<v.ObjectSchema<Entries, undefined>>> {
  return v.pipe(v.unknown(), v.transform(withoutNulls), v.object(entries));
}

/** Returns the schema of a list, either bare or as the member `name` of an object. */
export function responseList<Item>(name: string, item: ResponseSchema<Item>): ResponseSchema<readonly Item[]> {
  return v.pipe(
    v.unknown(),
    v.transform((body) => (Array.isArray(body) ? { [name]: body } : body)),
    v.object({ [name]: v.array(item) }),
    v.transform((body) => body[name] ?? []),
  );
}

export const nonEmptyString: ResponseSchema<string> = v.pipe(v.string(), v.nonEmpty());

export const nonNegativeNumber: ResponseSchema<number> = v.pipe(v.number(), v.finite(), v.minValue(0));

/** A response whose body is ignored. */
export const emptyResponse: ResponseSchema<null> = v.pipe(
  v.unknown(),
  v.transform(() => null),
);

interface StandardSchema<Data> {
  readonly '~standard': v.StandardProps<Data, Data>;
}

/**
 * Returns the `responseSchema` of an endpoint. `catchSchemaFailure` is not given the request, so an issue carries the
 * endpoint's name in its message and the field in its path.
 */
export function responseOf<Data>(endpoint: string, schema: ResponseSchema<Data>): StandardSchema<Data> {
  return {
    '~standard': {
      version: 1,
      vendor: 'valibot',
      validate: (body) => {
        const parsed = v.safeParse(schema, body, { abortEarly: true });
        if (parsed.success) return { value: parsed.output };
        return { issues: [{ message: endpoint, path: [{ key: fieldOf(parsed.issues[0]) }] }] };
      },
    },
  };
}

/** Validates a response body outside RTK Query. */
export function parseResponse<Data>(
  endpoint: string,
  schema: ResponseSchema<Data>,
  body: unknown,
): Result<Data, RequestFailure> {
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  return parsed.success ? ok(parsed.output) : err({ kind: 'bad-answer', endpoint, field: fieldOf(parsed.issues[0]) });
}

/** Returns the path of the first missing or malformed field, such as `files.3.size`. */
function fieldOf(issue: v.BaseIssue<unknown>): string {
  return v.getDotPath(issue) ?? 'body';
}

function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}
