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

/** In words for people, naming the field. */
function describe(part: string, error: ValueError | undefined): string {
  if (error === undefined) return `The ${part} of this call is not right.`;
  const field = fieldOf(error);
  if (field === '') return `The ${part} of this call is not right: ${error.message.toLowerCase()}.`;
  if (error.type === ValueErrorType.ObjectRequiredProperty) return `The field “${field}” is missing.`;
  return `The field “${field}” is not right: ${error.message.toLowerCase()}.`;
}

/** Whole numbers are decimal digits and nothing else: a `1.5` or `1e3` is a mistake, not a 1. */
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
 * Compiles TypeBox schemas for Fastify. Bodies are taken as they are: JSON has types of its own, and a `"false"` must
 * not delete anything. What comes as text (query, path, headers) is converted where the schema wants a whole
 * number or a list.
 */
export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = TypeCompiler.Compile(schema);
  const part = PARTS[httpPart ?? ''] ?? 'content';
  return (data: unknown) => {
    // A call without a body counts as one with an empty body, so that every field may be optional.
    const value: unknown = httpPart === 'body' ? (data ?? {}) : fromText(schema, data);
    if (check.Check(value)) return { value };
    return { error: new Error(describe(part, check.Errors(value).First())) };
  };
};
