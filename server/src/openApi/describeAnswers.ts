import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { errorResponses } from '../routes/schemas';

function addAnswers(route: RouteOptions, answers: Readonly<Record<number, object>>, schema: FastifySchema = {}): void {
  const own = route.schema?.response;
  const response: Record<string, unknown> = { ...answers };
  if (typeof own === 'object') Object.assign(response, own);
  route.schema = { ...schema, ...route.schema, response };
}

/** Adds to each route of a scope how the scope itself may refuse: by schema, by size, by type, by accident. */
export function describeRefusals(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { body, params, querystring } = route.schema ?? {};
    const byInput =
      body === undefined ? ((params ?? querystring) === undefined ? [] : [400 as const]) : ([400, 413, 415] as const);
    addAnswers(route, errorResponses(...byInput, 500));
  });
}

/** Adds to each route of a scope that it wants a signed-in user. */
export function describeMembersOnly(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => addAnswers(route, errorResponses(401), { permission: 'accessToken' }));
}
