import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';

/** A call as a route was registered for it. */
export interface DescribedCall {
  /** In capitals. */
  readonly method: string;
  /** In the router's form: `/dataset/:hash`. */
  readonly url: string;
  readonly schema: FastifySchema;
}

/** Those that the framework adds by itself: `HEAD` to each `GET`, `OPTIONS` for preflights. */
const IMPLIED_METHODS: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS']);

/**
 * Notes every route that is registered from here on. Read when all are there: what a scope adds to its routes comes
 * after this.
 */
export function collectCalls(app: FastifyInstance): () => readonly DescribedCall[] {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  return () =>
    routes.flatMap(({ method, url, schema = {} }) =>
      [method]
        .flat()
        .filter((one) => !IMPLIED_METHODS.has(one))
        .map((one) => ({ method: one, url, schema })),
    );
}
