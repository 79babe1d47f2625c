import type { Server } from 'node:http';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyPluginCallback } from 'fastify';
import { callerOf } from './access';
import { asUser } from './database/fairPool';
import { clientErrorHandler, handleFrameworkError, setErrorHandlers } from './errorHandler';
import { loginRoutes } from './identity/loginRoutes';
import { logoutRoutes } from './identity/logoutRoutes';
import { createProvider, providerRoutes } from './identity/provider';
import { signInRoutes } from './identity/signInRoutes';
import { acceptJson, limitLongBodies } from './jsonBodies';
import { loggingOptions, logRequests } from './logging';
import { measureRequests } from './metrics';
import { CONTENT_HEADER_NAMES } from './objects/blobStore';
import { documentAuthentication, documentErrors, openApiRoutes, registerOpenApi } from './openApi';
import { activityRoutes } from './routes/activity';
import { auditRoutes } from './routes/audit';
import { changeDatasetRoutes } from './routes/changeDatasets';
import { changeProjectRoutes } from './routes/changeProjects';
import { configurationRoutes, deviceRoutes } from './routes/configuration';
import { createDatasetRoutes } from './routes/createDatasets';
import { deletedItemRoutes } from './routes/deletedItems';
import { downloadRoutes } from './routes/downloads';
import { endUploadRoutes } from './routes/endUploads';
import { fileChangeRoutes } from './routes/fileChanges';
import { fileRoutes } from './routes/files';
import { healthRoutes } from './routes/health';
import { pageAssetRoutes } from './routes/pageAssets';
import { pipelineRoutes } from './routes/pipelines';
import { IMAGE_HEADER_NAMES, previewRoutes } from './routes/previews';
import { readDatasetRoutes } from './routes/readDatasets';
import { readProjectRoutes } from './routes/readProjects';
import { deleteDatasetRoute, restoreDatasetRoute } from './routes/removeDatasets';
import { deleteProjectRoute, restoreProjectRoute } from './routes/removeProjects';
import { startUploadRoutes } from './routes/startUploads';
import { tokenRoutes } from './routes/tokens';
import { uploadSweeps } from './routes/uploadSweeps';
import { viewerRoutes } from './routes/viewer';
import { compileSchema } from './schemaValidator';
import type { Services } from './services';
import { endStalledBodies } from './stalledBodies';
import { limitLongResponses, limitRequestsOfUsers } from './userRequests';

/** The longest time for which Chromium caches a preflight response. */
const PREFLIGHT_SECONDS = 2 * 60 * 60;
/** Enough for a form with 1,000 channels and attributes. Routes that take lists of files or parts set their own limit. */
const BODY_BYTES = 1024 * 1024;
/** Previews have a URI-encoded object key as one path parameter. */
const MAX_PARAMETER_LENGTH = 4096;

/** Default headers: no response may run scripts or be framed unless its route says otherwise. */
const DEFAULT_HEADERS = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** The routes for signed-in users, in the order of the OpenAPI document. */
const AUTHENTICATED_ROUTES: readonly (FastifyPluginAsync<Services> | FastifyPluginCallback<Services>)[] = [
  configurationRoutes,
  deviceRoutes,
  readProjectRoutes,
  changeProjectRoutes,
  deleteProjectRoute,
  restoreProjectRoute,
  readDatasetRoutes,
  createDatasetRoutes,
  changeDatasetRoutes,
  deleteDatasetRoute,
  restoreDatasetRoute,
  pipelineRoutes,
  fileRoutes,
  fileChangeRoutes,
  startUploadRoutes,
  endUploadRoutes,
  uploadSweeps,
  downloadRoutes,
  activityRoutes,
  auditRoutes,
  deletedItemRoutes,
];

/** Allows pages of the app's origin, and of no other, to call the routes of a scope. */
async function allowAppOrigin(api: FastifyInstance, { environment }: Services): Promise<void> {
  await api.register(cors, {
    origin: [new URL(environment.appUrl).origin],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'X-Id-Token', 'X-Refresh-Token', 'Content-Type', 'Range'],
    exposedHeaders: [
      ...CONTENT_HEADER_NAMES,
      'Content-Disposition',
      'Retry-After',
      'X-Request-Id',
      ...IMAGE_HEADER_NAMES,
    ],
    maxAge: PREFLIGHT_SECONDS,
  });
}

/**
 * Builds the backend on a listening server: sign-in, the API and, unless an external one is configured, the identity
 * provider.
 */
export async function buildApp(services: Services, server: Server): Promise<FastifyInstance> {
  const provider = services.environment.issuer === undefined ? createProvider(services) : undefined;
  const app = fastify({
    serverFactory: () => server,
    clientErrorHandler,
    ...loggingOptions(services.environment),
    trustProxy: [...services.environment.trustedProxies],
    bodyLimit: BODY_BYTES,
    frameworkErrors: handleFrameworkError,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
  });
  app.setValidatorCompiler(compileSchema);
  acceptJson(app);
  endStalledBodies(app, services.environment.bodyStallSeconds);
  logRequests(app);
  measureRequests(app);
  setErrorHandlers(app);
  await registerOpenApi(app);
  app.addHook('onSend', async (_request, reply) => {
    // Makes balancers and browsers open their next connection elsewhere.
    if (services.stopping.aborted) reply.header('connection', 'close');
    for (const [name, value] of Object.entries(DEFAULT_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
  });

  await app.register(healthRoutes, services);
  await app.register(cookie, { secret: [...services.keys.cookieKeys] });
  if (provider !== undefined) {
    await app.register(providerRoutes, { services, provider });
    await app.register(signInRoutes, { services, provider });
  }
  await app.register(loginRoutes, services);
  await app.register(logoutRoutes, { services, provider });

  await app.register(async (api) => {
    await allowAppOrigin(api, services);
    documentErrors(api);

    // Public routes, with access checks of their own.
    await api.register(tokenRoutes, services);
    if (services.blobs.routes !== undefined) await api.register(services.blobs.routes);
    await api.register(previewRoutes, services);
    await api.register(viewerRoutes, services);
    await api.register(pageAssetRoutes);
    await api.register(openApiRoutes);

    await api.register(async (authenticated) => {
      documentAuthentication(authenticated);
      authenticated.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const idToken = request.headers['x-id-token'];
        request.principal = await services.tokens.verifyCaller(
          request.headers.authorization,
          typeof idToken === 'string' ? idToken : undefined,
        );
      });
      limitRequestsOfUsers(authenticated, services.userRequests, services.environment.requestsPerUser);
      limitLongBodies(authenticated, services.userRequests);
      limitLongResponses(authenticated, services.userRequests);
      // The last hook before the handler, because reading the body loses the context.
      authenticated.addHook('preHandler', (request, _reply, next) => asUser(callerOf(request).userId, next));
      for (const routes of AUTHENTICATED_ROUTES) await authenticated.register(routes, services);
    });
  });
  await app.ready();
  return app;
}
