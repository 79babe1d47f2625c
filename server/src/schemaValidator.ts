import { TypeGuard, type TSchema } from '@sinclair/typebox';
import { TypeCompiler, ValueErrorType, type ValueError } from '@sinclair/typebox/compiler';
import type { FastifySchemaCompiler } from 'fastify';

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

/**
 * Compiles TypeBox schemas for Fastify. Bodies are not coerced: JSON has types, and `"false"` must not delete anything.
 * Query, path and header values are text, and are converted where the schema expects a whole number or a list.
 */
export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = TypeCompiler.Compile(schema);
  const part = PARTS[httpPart ?? ''] ?? 'content';
  return (data: unknown) => {
    // A missing body counts as an empty object, for schemas whose fields are all optional.
    const value: unknown = httpPart === 'body' ? (data ?? {}) : fromText(schema, data);
    if (check.Check(value)) return { value };
    return { error: new Error(describe(part, check.Errors(value).First())) };
  };
};
