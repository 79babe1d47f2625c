import type {} from '@fastify/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type Provider from 'oidc-provider';
import { pruneOidcState } from '../../database/accounts/oidcState';
import { servePages } from '../../http/htmlPages';
import { noBody } from '../../http/schemas';
import { errorPage, htmlHeaders } from '../../identity/pages';
import { OIDC_PATH } from '../../identity/provider';
import { createRateLimit, networkOf } from '../../identity/rateLimit';
import { sweepHourly } from '../../jobs/sweepHourly';
import type { Services } from '../services';

/** Started sign-ins from one network, each of which is stored for an hour. Enough for a whole institute. */
const SIGN_IN_LIMIT = {
  name: 'authorization',
  max: 600,
  windowSeconds: 60,
  msg: 'Too many sign-ins were started from your network. Try again in a minute.',
};

/** Returns whether the provider treats a URL as the start of a sign-in. It ignores case and a trailing slash. */
function isAuthorization(url: string): boolean {
  const { pathname } = new URL(url, 'http://localhost');
  return pathname.replace(/\/$/, '').toLowerCase() === `${OIDC_PATH}/auth`;
}

/** Routes everything below `/oidc` to the identity provider. */
export function providerRoutes(
  app: FastifyInstance,
  { attempts, database, environment, provider }: Services & { readonly provider: Provider },
  done: () => void,
): void {
  const { host, protocol } = new URL(environment.publicUrl);
  const handle = provider.callback();
  const limit = createRateLimit(attempts, SIGN_IN_LIMIT);
  const headers = htmlHeaders(environment.appUrl);
  servePages(app, headers, errorPage);
  sweepHourly(app, () => pruneOidcState(database));

  // The provider parses bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const route: Omit<RouteOptions, 'method'> = {
    url: `${OIDC_PATH}/*`,
    schema: {
      summary: 'OpenID Connect, described by /oidc/.well-known/openid-configuration',
      response: { default: noBody('As specified by OpenID Connect and OAuth 2.0.') },
    },
    handler: async (request, reply) => {
      const { raw } = request;
      if (isAuthorization(raw.url ?? '')) await limit.consume(networkOf(request.ip));
      reply.hijack();
      Object.assign(raw.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.replace(':', '') });
      // The provider's routes have no prefix. It derives the prefix of its links from the original URL.
      Object.assign(raw, { originalUrl: raw.url });
      raw.url = raw.url?.slice(OIDC_PATH.length) ?? '/';
      for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
      await handle(raw, reply.raw);
    },
  };
  app.route({ ...route, method: ['GET', 'POST'] });
  app.route({ ...route, method: 'OPTIONS', schema: { hide: true } });
  done();
}
