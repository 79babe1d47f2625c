import swagger from '@fastify/swagger';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type, TypeGuard, type TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { ErrorBody, errorResponses } from './schemas';

const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A signed-in user (a JWT), or a program with an access token of a user (`dm_…`), which opens fewer calls.',
  },
  idToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Id-Token',
    description: 'Sent with the access token. Its admin claim allows what only administrators may do.',
  },
  refreshToken: { type: 'apiKey', in: 'header', name: 'X-Refresh-Token', description: 'Can be used once.' },
  signature: {
    type: 'apiKey',
    in: 'query',
    name: 'signature',
    description: 'The URL itself grants access: it is signed by the server and expires.',
  },
  previewKeys: {
    type: 'apiKey',
    in: 'query',
    name: 'session_token',
    description: 'Sent with `ak` and `sk`: three of the eight session values.',
  },
} as const;

/**
 * Generates the OpenAPI document of all routes registered afterwards, and serves it at `GET /openapi.json`.
 *
 * @param schemas The bodies that it lists by name.
 */
export async function registerOpenApi(app: FastifyInstance, schemas: readonly TSchema[]): Promise<void> {
  // On the root instance: a scope that adds schemas loses the custom validator.
  for (const schema of [ErrorBody, ...schemas]) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Data Manager',
        version: '1',
        description:
          'The calls that the app makes, and the pages and files that it links to. Every error is `{ msg, code? }`, ' +
          'where `msg` is a message for the user. Every response carries an `X-Request-Id`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    refResolver: {
      buildLocalReference: ({ $id }, _baseUri, _fragment, index) => (typeof $id === 'string' ? $id : `def-${index}`),
    },
    // OpenAPI has no wildcards in paths.
    transform: ({ schema, url }) => ({
      schema: { security: [], ...withRestParameter(schema) },
      url: url.replace('*', ':rest'),
    }),
  });
}

/** Adds `GET /openapi.json`. The document describes no user's data, so the route is public. */
export const openApiRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  const schema = {
    summary: 'This document',
    security: [],
    response: { 200: Type.Object({}, { additionalProperties: true, description: 'An OpenAPI 3.1 document.' }) },
  };
  app.get('/openapi.json', { schema }, () => app.swagger());
  done();
};

/** Documents the errors that any route of a scope can return because of its schema, its body or a server error. */
export function documentErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { body, params, querystring } = route.schema ?? {};
    addResponses(route, errorResponses(500, 507));
    if (body !== undefined) addResponses(route, errorResponses(400, 408, 413, 415));
    else if (params !== undefined || querystring !== undefined) addResponses(route, errorResponses(400));
  });
}

/** Documents that the routes of a scope require a user, whose requests are limited, and may refuse access tokens. */
export function documentAuthentication(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    addResponses(route, errorResponses(401, 403, 429), {
      security: [{ accessToken: [] }, { accessToken: [], idToken: [] }],
    });
  });
}

function addResponses(route: RouteOptions, responses: object, schema: FastifySchema = {}): void {
  const own = typeof route.schema?.response === 'object' ? route.schema.response : {};
  route.schema = { ...schema, ...route.schema, response: { ...responses, ...own } };
}

function withRestParameter(schema: FastifySchema): FastifySchema {
  const { params } = schema;
  if (!TypeGuard.IsObject(params) || !('*' in params.properties)) return schema;
  const { '*': rest, ...properties } = params.properties;
  return { ...schema, params: { ...params, properties: { ...properties, rest } } };
}
