import { setImmediate as nextTurn } from 'node:timers/promises';
import { TypeGuard, type TSchema } from '@sinclair/typebox';
import { TypeCompiler, ValueErrorType, type TypeCheck, type ValueError } from '@sinclair/typebox/compiler';
import type { FastifySchemaCompiler, SafePromiseLike } from 'fastify';

const PARTS: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'headers',
};

/** `/channels/0/name` → `channels.0.name`. */
function fieldOf({ path }: ValueError): string {
  return path.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Returns a message for the user that names the field. */
function describe(part: string, error: ValueError | undefined): string {
  if (error === undefined) return `The ${part} of the request is invalid.`;
  const field = fieldOf(error);
  if (field === '') return `The ${part} of the request is invalid: ${error.message.toLowerCase()}.`;
  if (error.type === ValueErrorType.ObjectRequiredProperty) return `The field “${field}” is missing.`;
  return `The field “${field}” is invalid: ${error.message.toLowerCase()}.`;
}

/** Converts digits to whole numbers, and single values to lists. `1.5` and `1e3` are not whole numbers. */
function fromText(schema: TSchema, data: unknown): unknown {
  const fields: Record<string, unknown> = {};
  Object.assign(fields, data);
  if (!TypeGuard.IsObject(schema)) return fields;
  for (const [name, field] of Object.entries(schema.properties)) {
    const text = fields[name];
    if (typeof text !== 'string') continue;
    if (TypeGuard.IsInteger(field) && /^[0-9]+$/.test(text)) fields[name] = Number(text);
    if (TypeGuard.IsArray(field)) fields[name] = [text];
  }
  return fields;
}

/** Items of a list that are checked in one turn of the event loop. */
const ITEMS_PER_TURN = 1_000;

/** A list of a body that may have too many items for one turn. */
interface LongList {
  readonly name: string;
  readonly maxItems: number;
}

function findLongList(schema: TSchema): LongList | undefined {
  if (!TypeGuard.IsObject(schema)) return undefined;
  for (const [name, field] of Object.entries(schema.properties)) {
    const { maxItems = 0 } = TypeGuard.IsArray(field) ? field : {};
    if (maxItems > ITEMS_PER_TURN) return { name, maxItems };
  }
  return undefined;
}

/** Returns a list of a body; an empty one if it has none with this name. */
function listIn(body: object, name: string): readonly unknown[] {
  const value: unknown = (body as Readonly<Record<string, unknown>>)[name];
  return Array.isArray(value) ? value : [];
}

/** Returns an error of some items of a list with the position in the whole list. */
function inWholeList(error: ValueError | undefined, name: string, start: number): ValueError | undefined {
  const [first, list, index, ...below] = error?.path.split('/') ?? [];
  if (error === undefined || list !== name || index === undefined) return error;
  return { ...error, path: [first, list, String(Number(index) + start), ...below].join('/') };
}

/**
 * Checks a body with a long list in several turns of the event loop, between which other requests run. Nor does finding the first
 * error look at the whole list.
 */
async function checkInTurns(
  check: TypeCheck<TSchema>,
  body: object,
  { name, maxItems }: LongList,
  list: readonly unknown[],
): Promise<void> {
  if (list.length > maxItems) throw new Error(describe('body', check.Errors(body).First()));
  for (let start = 0; start < list.length; start += ITEMS_PER_TURN) {
    const part = { ...body, [name]: list.slice(start, start + ITEMS_PER_TURN) };
    if (!check.Check(part)) throw new Error(describe('body', inWholeList(check.Errors(part).First(), name, start)));
    await nextTurn();
  }
}

/**
 * Compiles TypeBox schemas for Fastify. Bodies are not coerced: JSON has types, and `"false"` must not delete anything.
 * Query, path and header values are text, and are converted where the schema expects a whole number or a list.
 */
export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = TypeCompiler.Compile(schema);
  const part = PARTS[httpPart ?? ''] ?? 'content';
  const long = httpPart === 'body' ? findLongList(schema) : undefined;
  return (data: unknown) => {
    // A missing body counts as an empty object, for schemas whose fields are all optional.
    const value: unknown = httpPart === 'body' ? (data ?? {}) : fromText(schema, data);
    if (long !== undefined && typeof value === 'object' && value !== null) {
      const list = listIn(value, long.name);
      if (list.length > ITEMS_PER_TURN) {
        return checkInTurns(check, value, long, list) as unknown as SafePromiseLike<void>;
      }
    }
    if (check.Check(value)) return { value };
    return { error: new Error(describe(part, check.Errors(value).First())) };
  };
};
