import type { Server } from 'node:http';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import fastify, { type FastifyInstance } from 'fastify';
import { DatasetBody } from '../database/projects/datasets';
import { ProjectBody } from '../database/projects/projects';
import { callerOf } from '../http/access';
import { clientErrorHandler, handleFrameworkError, setErrorHandlers } from '../http/errorHandler';
import { acceptJson, limitLongBodies } from '../http/jsonBodies';
import { loggingOptions, logRequests, logUnexpectedError } from '../http/logging';
import { measureRequests } from '../http/metrics';
import { documentAuthentication, documentErrors, openApiRoutes, registerOpenApi } from '../http/openApi';
import { compileSchema } from '../http/schemaValidator';
import { endStalledBodies } from '../http/stalledBodies';
import { limitLongResponses, limitRequestsOfUsers, watchRequests } from '../http/userRequests';
import { createProvider } from '../identity/provider';
import { contentJobs } from '../images/contentJobs';
import { startQuietRunner } from '../jobs/quietRunner';
import { checksumJobs } from '../objects/checksums';
import { activityRoutes } from '../routes/activity';
import { auditRoutes } from '../routes/audit';
import { configurationRoutes, deviceRoutes } from '../routes/configuration';
import { changeDatasetRoutes } from '../routes/datasets/changeDatasets';
import { createDatasetRoutes } from '../routes/datasets/createDatasets';
import { readDatasetRoutes } from '../routes/datasets/readDatasets';
import { deletedItemRoutes } from '../routes/deletions/deletedItems';
import { datasetItemRoutes, projectItemRoutes } from '../routes/deletions/itemRoutes';
import { downloadRoutes } from '../routes/files/downloads';
import { fileChangeRoutes } from '../routes/files/fileChanges';
import { fileRoutes } from '../routes/files/files';
import { manifestRoutes } from '../routes/files/manifests';
import { IMAGE_HEADER_NAMES, previewRoutes } from '../routes/files/previews';
import { searchRoutes } from '../routes/files/search';
import { healthRoutes } from '../routes/health';
import { pageAssetRoutes } from '../routes/pageAssets';
import { pipelineRoutes } from '../routes/pipelines/pipelines';
import { JobBody } from '../routes/pipelines/pipelineSchemas';
import { sealKeyRoutes, sealRoutes } from '../routes/pipelines/seals';
import { viewerRoutes } from '../routes/pipelines/viewer';
import { changeProjectRoutes } from '../routes/projects/changeProjects';
import { readProjectRoutes } from '../routes/projects/readProjects';
import { receiptRoutes } from '../routes/receipts';
import type { Routes, Services } from '../routes/services';
import { accessTokenRoutes } from '../routes/session/accessTokens';
import { loginRoutes } from '../routes/session/login';
import { logoutRoutes } from '../routes/session/logout';
import { providerRoutes } from '../routes/session/provider';
import { signInRoutes } from '../routes/session/signIn';
import { tokenRoutes } from '../routes/session/tokens';
import { limitTokens } from '../routes/tokenAccess';
import { endUploadRoutes } from '../routes/uploads/endUploads';
import { startUploadRoutes } from '../routes/uploads/startUploads';
import { uploadSweeps } from '../routes/uploads/uploadSweeps';
import { asUser } from '../scheduling/fairTurns';
import { CONTENT_HEADER_NAMES } from '../storage/blobStore';

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
const AUTHENTICATED_ROUTES: readonly Routes[] = [
  configurationRoutes,
  deviceRoutes,
  readProjectRoutes,
  changeProjectRoutes,
  projectItemRoutes,
  readDatasetRoutes,
  createDatasetRoutes,
  changeDatasetRoutes,
  datasetItemRoutes,
  pipelineRoutes,
  sealRoutes,
  fileRoutes,
  manifestRoutes,
  fileChangeRoutes,
  searchRoutes,
  startUploadRoutes,
  endUploadRoutes,
  uploadSweeps,
  downloadRoutes,
  activityRoutes,
  auditRoutes,
  receiptRoutes,
  deletedItemRoutes,
  accessTokenRoutes,
];

/** Allows pages of the app's origin, and of no other, to call the routes of a scope. */
async function allowAppOrigin(api: FastifyInstance, { environment }: Services): Promise<void> {
  await api.register(cors, {
    origin: [new URL(environment.appUrl).origin],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'X-Id-Token', 'X-Refresh-Token', 'Content-Type', 'If-Match', 'Range'],
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
  await registerOpenApi(app, [DatasetBody, ProjectBody, JobBody]);
  app.addHook('onSend', async (_request, reply) => {
    // Makes balancers and browsers open their next connection elsewhere.
    if (services.stopping.aborted) reply.header('connection', 'close');
    for (const [name, value] of Object.entries(DEFAULT_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
  });

  await app.register(healthRoutes, services);
  // After the health checks, which are no requests of users.
  const quiet = startQuietRunner(
    services.database,
    [contentJobs(services), checksumJobs(services)],
    watchRequests(app),
    (error) => logUnexpectedError(app.log, error),
  );
  app.addHook('onClose', () => quiet.close());
  await app.register(cookie, { secret: [...services.keys.cookieKeys] });
  if (provider !== undefined) {
    await app.register(providerRoutes, { ...services, provider });
    await app.register(signInRoutes, { ...services, provider });
  }
  await app.register(loginRoutes, services);
  await app.register(logoutRoutes, { ...services, provider });

  await app.register(async (api) => {
    await allowAppOrigin(api, services);
    documentErrors(api);

    // Public routes, with access checks of their own.
    tokenRoutes(api.withTypeProvider(), services);
    if (services.blobs.routes !== undefined) await api.register(services.blobs.routes);
    previewRoutes(api.withTypeProvider(), services);
    await api.register(viewerRoutes, services);
    sealKeyRoutes(api.withTypeProvider(), services);
    await api.register(pageAssetRoutes);
    await api.register(openApiRoutes);

    await api.register(async (authenticated) => {
      documentAuthentication(authenticated);
      authenticated.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const idToken = request.headers['x-id-token'];
        const { authorization } = request.headers;
        request.principal =
          (await services.accessTokens.authenticate(authorization, request.ip)) ??
          (await services.tokens.verifyCaller(authorization, typeof idToken === 'string' ? idToken : undefined));
      });
      limitTokens(authenticated, services.database);
      limitRequestsOfUsers(authenticated, services.userRequests, services.environment.requestsPerUser);
      limitLongBodies(authenticated, services.userRequests);
      limitLongResponses(authenticated, services.userRequests);
      // The last hook before the handler, because reading the body loses the context.
      authenticated.addHook('preHandler', (request, _reply, next) => asUser(callerOf(request).userId, next));
      for (const addRoutes of AUTHENTICATED_ROUTES) addRoutes(authenticated.withTypeProvider(), services);
    });
  });
  await app.ready();
  return app;
}
