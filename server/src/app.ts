import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import fastify, { type FastifyInstance } from 'fastify';
import { handleFrameworkError, setErrorHandlers } from './errorHandler';
import { loginRoutes } from './identity/loginRoutes';
import { createProvider, providerRoutes } from './identity/provider';
import { signInRoutes } from './identity/signInRoutes';
import { loggingOptions, logRequests } from './logging';
import { collectCalls } from './openApi/collectCalls';
import { describeMembersOnly, describeRefusals } from './openApi/describeAnswers';
import { configurationRoutes, deviceRoutes } from './routes/configuration';
import { datasetRoutes } from './routes/datasets';
import { archiveRoutes, downloadRoutes } from './routes/downloads';
import { fileRoutes } from './routes/files';
import { openApiRoutes } from './routes/openApi';
import { pipelineRoutes } from './routes/pipelines';
import { previewRoutes } from './routes/previews';
import { projectRoutes } from './routes/projects';
import { tokenRoutes } from './routes/tokens';
import { storageRoutes, uploadRoutes } from './routes/uploads';
import { viewerRoutes } from './routes/viewer';
import { compileSchema } from './schemaValidator';
import type { Services } from './services';

/** As long as Chromium keeps an answer to a preflight. */
const PREFLIGHT_SECONDS = 2 * 60 * 60;
/** A form with 1,000 channels and attributes; calls that list files or parts have limits of their own. */
const BODY_BYTES = 1024 * 1024;
/** An object's key, URI-encoded, is one parameter of a preview's path. */
const MAX_PARAMETER_LENGTH = 4096;

/** Of every answer that has none of its own: nothing that it holds is a page, runs, or stands in a frame. */
const ANSWER_HEADERS = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Lets the app's pages, and those of no other origin, call the routes of a scope. */
async function allowTheApp(api: FastifyInstance, { environment }: Services): Promise<void> {
  await api.register(cors, {
    origin: [new URL(environment.appUrl).origin],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'X-Id-Token', 'X-Refresh-Token', 'Content-Type'],
    exposedHeaders: ['ETag', 'Content-Disposition', 'Retry-After', 'X-Request-Id'],
    maxAge: PREFLIGHT_SECONDS,
  });
}

/** Reads an empty body as none, where clients name a content type for a call that has no body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}

/** Builds the backend's one server: sign-in pages, identity provider, and the calls of the wire contract. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const provider = createProvider(services);
  const app = fastify({
    ...loggingOptions(services.environment),
    trustProxy: [...services.environment.trustedProxies],
    bodyLimit: BODY_BYTES,
    frameworkErrors: handleFrameworkError,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
  });
  app.setValidatorCompiler(compileSchema);
  acceptEmptyJson(app);
  logRequests(app);
  const calls = collectCalls(app);
  setErrorHandlers(app);
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(ANSWER_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
  });

  await app.register(cookie, { secret: [...services.keys.cookieKeys] });
  await app.register(providerRoutes, { services, provider });
  await app.register(signInRoutes, { services, provider });
  await app.register(loginRoutes, { services, provider });

  await app.register(async (api) => {
    await allowTheApp(api, services);
    describeRefusals(api);

    // Public: each proves by itself that it may.
    await api.register(tokenRoutes, services);
    await api.register(storageRoutes, services);
    await api.register(archiveRoutes, services);
    await api.register(previewRoutes, services);
    await api.register(viewerRoutes, services);
    await api.register(openApiRoutes, { calls });

    await api.register(async (members) => {
      describeMembersOnly(members);
      members.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const idToken = request.headers['x-id-token'];
        request.principal = await services.verifier.verifyCaller(
          request.headers.authorization,
          typeof idToken === 'string' ? idToken : undefined,
        );
      });
      await members.register(configurationRoutes, services);
      await members.register(deviceRoutes, services);
      await members.register(projectRoutes, services);
      await members.register(datasetRoutes, services);
      await members.register(pipelineRoutes, services);
      await members.register(fileRoutes, services);
      await members.register(uploadRoutes, services);
      await members.register(downloadRoutes, services);
    });
  });
  await app.ready();
  return app;
}
