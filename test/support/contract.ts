import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';

/** A JSON Schema in the document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

interface Described {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface DocumentedOperation {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Described;
  readonly responses: Readonly<Record<string, Described>>;
  readonly security: readonly JsonSchema[];
}

/** The part of an OpenAPI document that the tests use. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** An operation in the document. */
export interface Operation extends DocumentedOperation {
  /** `GET /project/{hash}` */
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

export const DOCUMENT_FILE = join(__dirname, '..', '..', 'server', 'openapi.json');

/** Reads the document in the repository. */
export function readDocument(): OpenApiDocument {
  return JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8')) as OpenApiDocument;
}

/** Returns all operations of a document. */
export function operationsOf({ paths }: OpenApiDocument): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      id: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
    })),
  );
}

const HTML = 'text/html';

/** The headers of every response. */
const HEADERS: Readonly<Record<string, RegExp>> = {
  'x-request-id': /^[0-9a-f]{24}$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'content-security-policy': /^default-src 'none'.*; frame-ancestors ('none'|http:\/\/localhost:\d+)$/,
};

function missingHeader(headers: Headers): string | undefined {
  return Object.keys(HEADERS).find((name) => HEADERS[name]?.test(headers.get(name) ?? '') !== true);
}

/** Returns a pattern for a path. Only the parameter `rest` can contain slashes. */
function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, (_match, name) => (name === 'rest' ? '.+' : '[^/]+'))}$`);
}

export function createContract(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, logger: false });
  ajv.addSchema(document, 'document');
  const validators = new Map<string, ValidateFunction>();
  const operations = operationsOf(document);
  // Paths with fewer parameters first, because `/viewer/assets/…` also matches the viewer's path.
  const inOrder = operations
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
    .sort((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length);
  const byId = new Map(operations.map((operation) => [operation.id, operation]));

  function validatorAt(pointer: string): ValidateFunction {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    validators.set(pointer, known);
    return known;
  }

  async function problemOf(
    { id, method, path, responses }: Operation,
    response: Response,
  ): Promise<string | undefined> {
    const text = await response.text();
    const says = (problem: string): string =>
      `${id} answered ${String(response.status)} ${problem}: ${text.slice(0, 300)}`;
    const missing = missingHeader(response.headers);
    if (missing !== undefined) return says(`without a valid ${missing}`);
    const status = String(response.status) in responses ? String(response.status) : 'default';
    const answer = responses[status];
    if (answer === undefined) return says('which is not documented');
    if (status === 'default') return undefined;
    if (answer.content === undefined) return text === '' ? undefined : says('with an undocumented body');

    const mediaType = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    if (!(mediaType in answer.content)) return says(`as ${mediaType}`);
    if (mediaType === HTML) return text.startsWith('<!doctype html>') ? undefined : says('which is not an HTML page');
    if (mediaType !== 'application/json') return undefined;
    const pointer = ['paths', path, method.toLowerCase(), 'responses', status, 'content', mediaType, 'schema']
      .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
      .join('');
    const validate = validatorAt(pointer);
    return validate(JSON.parse(text)) ? undefined : says(ajv.errorsText(validate.errors));
  }

  return {
    operations,
    operation(id: string) {
      const operation = byId.get(id);
      if (operation === undefined) throw new Error(`${id} is not documented.`);
      return operation;
    },
    /** Finds the operation of a request. */
    find(method: string, path: string) {
      const bare = path.split('?')[0] ?? '';
      return inOrder.find(({ operation, pattern }) => operation.method === method && pattern.test(bare))?.operation;
    },
    /** Describes how a response differs from the document; undefined if it does not. Reads the body. */
    problemOf,
  };
}

const repositoryContract = createContract(readDocument());

/**
 * Validates the response to a GET request against the OpenAPI document and returns it.
 *
 * @throws Error for an undocumented response.
 */
export async function documented(response: Response): Promise<Response> {
  const operation = repositoryContract.find('GET', new URL(response.url).pathname);
  if (operation === undefined) throw new Error(`GET ${response.url} is not documented.`);
  const problem = await repositoryContract.problemOf(operation, response.clone());
  if (problem !== undefined) throw new Error(problem);
  return response;
}
