import { TypeGuard, type TSchema } from '@sinclair/typebox';
import { REFUSAL_TITLE } from '../routes/schemas';
import type { DescribedCall } from './collectCalls';
import type { Permission } from './routeSchema';

type Json = Readonly<Record<string, unknown>>;

const SECURITY_SCHEMES: Readonly<Record<Permission | 'idToken', Json>> = {
  accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A signed-in user.' },
  idToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Id-Token',
    description: 'Beside the access token: its admin claim opens what only administrators may do.',
  },
  refreshToken: { type: 'apiKey', in: 'header', name: 'X-Refresh-Token', description: 'Works once.' },
  signature: {
    type: 'apiKey',
    in: 'query',
    name: 'signature',
    description: 'The address itself is the permission, signed by the server until it expires.',
  },
  previewKeys: {
    type: 'apiKey',
    in: 'query',
    name: 'session_token',
    description: 'With `ak` and `sk`, three of the eight session values.',
  },
};

function securityOf(permission: Permission | undefined): readonly Json[] {
  if (permission === undefined) return [];
  return permission === 'accessToken'
    ? [{ accessToken: [] }, { accessToken: [], idToken: [] }]
    : [{ [permission]: [] }];
}

function propertiesOf(schema: unknown): readonly (readonly [name: string, schema: TSchema, required: boolean])[] {
  if (!TypeGuard.IsObject(schema)) return [];
  return Object.entries(schema.properties).map(([name, one]) => [name, one, schema.required?.includes(name) ?? false]);
}

/** `*` is a name in the router's form only. */
function parameterName(name: string): string {
  return name === '*' ? 'rest' : name;
}

function parametersOf({ url, schema }: DescribedCall): readonly Json[] {
  const declared = new Map(propertiesOf(schema.params).map(([name, one]) => [name, one]));
  const names = url.match(/(?<=:)\w+|\*/g) ?? [];
  const inPath = names.map((name) => ({
    name: parameterName(name),
    in: 'path',
    required: true,
    schema: declared.get(name) ?? { type: 'string' },
  }));
  const inQuery = propertiesOf(schema.querystring).map(([name, one, required]) => ({
    name,
    in: 'query',
    required,
    schema: one,
  }));
  const inHeader = propertiesOf(schema.headers).map(([name, one, required]) => ({
    name,
    in: 'header',
    required,
    schema: one,
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

/** Schemas with a title, and the ways of refusing a call, are told once, under `components`. */
function createComponents() {
  const schemas: Record<string, Json> = {};
  const responses: Record<string, Json> = {};
  return {
    told: { schemas, responses },
    referToRefusal(status: string, refusal: Json): Json {
      responses[status] ??= refusal;
      return { $ref: `#/components/responses/${status}` };
    },
    refer(schema: TSchema): Json {
      const { title } = schema;
      if (title === undefined) return schema;
      schemas[title] ??= { ...schema, description: undefined };
      return { $ref: `#/components/schemas/${title}` };
    },
  };
}

type Components = ReturnType<typeof createComponents>;

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function responsesOf({ schema }: DescribedCall, components: Components): Json {
  const answers = isRecord(schema.response) ? Object.entries(schema.response) : [];
  return Object.fromEntries(
    answers.map(([status, answer]) => {
      if (!TypeGuard.IsSchema(answer)) return [status, answer];
      const content = { 'application/json': { schema: components.refer(answer) } };
      const told = { description: answer.description ?? '', content };
      return [status, answer.title === REFUSAL_TITLE ? components.referToRefusal(status, told) : told];
    }),
  );
}

function operationOf(call: DescribedCall, components: Components): Json {
  const { summary = '', body, permission } = call.schema;
  const parameters = parametersOf(call);
  const content = TypeGuard.IsSchema(body)
    ? { [body.contentMediaType ?? 'application/json']: { schema: components.refer(body) } }
    : undefined;
  return {
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(content === undefined ? {} : { requestBody: { content } }),
    responses: responsesOf(call, components),
    security: securityOf(permission),
  };
}

/**
 * Tells the calls as an OpenAPI 3.1 document. TypeBox schemas are JSON Schemas, so what routes check and what the
 * document says are the same objects.
 */
export function openApiDocument(calls: readonly DescribedCall[]): Json {
  const components = createComponents();
  const paths: Record<string, Record<string, Json>> = {};
  const inOrder = calls.toSorted((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0));
  for (const call of inOrder) {
    const path = call.url.replace(/:(\w+)|\*/g, (_match, name: string | undefined) => `{${name ?? 'rest'}}`);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Data Manager',
      version: '1',
      description:
        'The calls that the app makes, and the pages and addresses that it leads to. Every refusal of a call is ' +
        '`{ msg, code? }`, its `msg` in words for people; every answer carries an `X-Request-Id`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { ...components.told, securitySchemes: SECURITY_SCHEMES },
  };
}
