import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import { pruneOidcState } from '../database/oidcState';
import { bodiless } from '../routes/schemas';
import { sweepHourly } from '../routes/sweepHourly';
import type { Services } from '../services';
import { htmlHeaders } from './pages';
import { OIDC_PATH } from './provider';

/** Lets the identity provider answer everything below `/oidc`. */
export async function providerRoutes(
  app: FastifyInstance,
  { services, provider }: { readonly services: Services; readonly provider: Provider },
): Promise<void> {
  const { host, protocol } = new URL(services.environment.publicUrl);
  const handle = provider.callback();
  await sweepHourly(app, () => pruneOidcState(services.database));

  // The provider reads bodies itself, from the untouched stream.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: `${OIDC_PATH}/*`,
    schema: {
      summary: 'OpenID Connect; /oidc/.well-known/openid-configuration describes it',
      response: { default: bodiless('As OpenID Connect and OAuth 2.0 say.') },
    },
    handler: async (request, reply) => {
      reply.hijack();
      const { raw } = request;
      Object.assign(raw.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.replace(':', '') });
      // The provider's routes begin after the prefix; the original URL tells it the prefix for its own links.
      Object.assign(raw, { originalUrl: raw.url });
      raw.url = raw.url?.slice(OIDC_PATH.length) ?? '/';
      for (const [name, value] of Object.entries(htmlHeaders(services.environment.appUrl))) {
        reply.raw.setHeader(name, value);
      }
      await handle(raw, reply.raw);
    },
  });
}
