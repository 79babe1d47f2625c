import fc from 'fast-check';
import type { JsonSchema } from './contract';

/** Text that an attacker or a broken client might send. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udfffb',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '-1',
    '1e9999',
    '../../../etc/passwd',
    '..\\..\\windows',
    'C:\\x',
    '/etc/passwd',
    '%00',
    '%2e%2e%2f',
    "' or 1=1; drop table projects; --",
    '${7*7}',
    '<script>alert(1)</script>',
    '\u202egpj.exe',
    '\r\nset-cookie: a=b',
    'ﷺ'.repeat(50),
    'é'.normalize('NFD'),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer({ min: 1, max: 20_000 }).map((length) => 'x'.repeat(length)),
);

/** Returns deeply nested JSON that would overflow the stack of a recursive parser. */
function nested(depth: number, inList: boolean): string {
  const [open, close] = inList ? ['[', ']'] : ['{"a":', '}'];
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

/** Any JSON value, including values that often break programs. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    Number.MAX_SAFE_INTEGER + 1,
    [],
    {},
    [[]],
    [null],
    { length: -1 },
    { toString: 1, valueOf: 2, then: 3, toJSON: 4 },
    { constructor: { prototype: { isAdmin: true } } },
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.integer({ min: 1, max: 3_000 }).map((length) => Array.from({ length }, () => 'x')),
);

/** Bodies that are not JSON, or JSON that `JSON.stringify` does not produce. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '{"a":}',
    'null',
    '[]',
    '"text"',
    '1e999',
    '{"__proto__":{"isAdmin":true}}',
    '{"title":"a","__proto__":null}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"title":"a","title":"b"}',
    '\ufeff{}',
    nested(5_000, true),
    nested(5_000, false),
    nested(400_000, true),
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

type Known = (name: string) => readonly string[];

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? (value as readonly JsonSchema[]) : [];
}

function fieldsOf(value: unknown): readonly (readonly [string, JsonSchema])[] {
  return typeof value === 'object' && value !== null ? (Object.entries(value) as [string, JsonSchema][]) : [];
}

/** Generates values that match a schema. Fields with a known name use existing ids rather than random ones. */
export function fitting(schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if ('anyOf' in schema) return fc.oneof(...listOf(schema.anyOf).map((one) => fitting(one, known, name)));
  const items = schema.items as JsonSchema | undefined;
  const { minimum = 0, maximum = 1_000, pattern } = schema;
  switch (schema.type) {
    case 'object': {
      const fields = fieldsOf(schema.properties).map(([key, one]) => [key, fitting(one, known, key)] as const);
      const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
      return fc.record(Object.fromEntries(fields), { requiredKeys: required });
    }
    case 'array':
      return fc.array(fitting(items ?? {}, known, name), { minLength: Number(schema.minItems ?? 0), maxLength: 4 });
    case 'integer':
      return fc.integer({ min: Number(minimum), max: Math.min(Number(maximum), 10_000) });
    case 'number':
      return fc.double({ min: 0.001, max: 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default: {
      const values = known(name);
      if (values.length > 0) return fc.constantFrom(...values);
      return typeof pattern === 'string' && /[{]\d+[}]|\\d|0-9/.test(pattern)
        ? fc.stringMatching(new RegExp(pattern))
        : fc.string({ minLength: 1, maxLength: 20 });
    }
  }
}

/** Generates valid values with one error at any depth: a missing or additional field, or a wrong type. */
export function spoiled(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(good, hostileValue, fc.nat(), fc.constantFrom('replace', 'drop', 'add'))
    .map(([value, hostile, place, how]) => spoil(value, hostile, place, how));
}

function nameFrom(hostile: unknown): string {
  return typeof hostile === 'string' ? hostile.slice(0, 300) : 'extra';
}

function spoil(value: unknown, hostile: unknown, place: number, how: string): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const index = place % (items.length + 1);
    return [...items.slice(0, index), spoil(items[index], hostile, place, how), ...items.slice(index + 1)];
  }
  if (typeof value !== 'object' || value === null) return hostile;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  if (how === 'add' || entries.length === 0) return { ...value, [nameFrom(hostile)]: hostile };
  const [name, field] = entries[place % entries.length] ?? ['', undefined];
  if (how === 'drop') return Object.fromEntries(entries.filter(([other]) => other !== name));
  const isDeeper = typeof field === 'object' && field !== null && place % 3 !== 0;
  return { ...value, [name]: isDeeper ? spoil(field, hostile, Math.floor(place / 3), how) : hostile };
}
