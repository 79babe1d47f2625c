import type { RequestListener, Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { errorMessage } from '../common/errors';
import { createAttemptCounter } from '../database/accounts/attempts';
import { openDatabase } from '../database/connection/openDatabase';
import { recordContent } from '../database/files/contents';
import { isDone, markDone } from '../database/settings';
import { dataFolderOf, prepareDataFolder, type DataFolder } from '../disk/dataFolder';
import { lockDataFolder } from '../disk/dataLock';
import { syncFolder } from '../disk/durableFiles';
import { readEnvironment, type Environment } from '../environment/environment';
import { IMAGE_WORKER } from '../folders';
import { logError } from '../http/logging';
import { createMetrics, sendMetrics } from '../http/metrics';
import { createAccessTokens } from '../identity/accessTokens';
import { createIssuer, type Issuer } from '../identity/issuer';
import { connectAtStart } from '../identity/issuerConnection';
import { loadKeys, type IdentityKeys } from '../identity/keys';
import { createBuiltInIssuer } from '../identity/provider';
import { createSampleUsers, SAMPLE_USERS } from '../identity/sampleUsers';
import { createSessions } from '../identity/sessions';
import { createSessionTokenIssuer } from '../identity/tokens';
import { createImageChecks } from '../images/imageChecks';
import { createImageWorkers } from '../images/imageWorkers';
import { createPreviews } from '../images/previews';
import { checkContents, createObjectStore } from '../objects/objectStore';
import { Uploads } from '../objects/uploads';
import { createSealKeys } from '../pipelines/seal/sealKeys';
import type { Services } from '../routes/services';
import { makeSamples } from '../samples/makeSamples';
import { createHeavyLimit, createTaskCounts } from '../scheduling/limits';
import type { BlobStore } from '../storage/blobStore';
import { createFolderBlobStore } from '../storage/folder/folderBlobStore';
import { loadUrlSigner, type UrlSigner } from '../storage/urlSigner';
import { buildApp } from './app';
import { buildAppHost } from './appHost';
import { bindPort, boundPort } from './bindPort';

/** How often idle keep-alive connections are closed while the server stops. */
const CLOSE_IDLE_EVERY_MS = 100;

/** Steps that release resources, run in reverse order. */
type Cleanup = (() => Promise<void> | void)[];

async function undo(cleanup: Cleanup): Promise<void> {
  for (const step of cleanup.splice(0).reverse()) await step();
}

/** Stops accepting connections and waits for requests in progress. */
async function close(server: Server, limitSeconds: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const end = globalThis.setTimeout(() => server.closeAllConnections(), limitSeconds * 1_000);
  await closed;
  clearInterval(idle);
  clearTimeout(end);
}

async function bind(
  { host, shutdownLimitSeconds }: Environment,
  port: number,
  variable: 'PORT' | 'APP_PORT',
  cleanup: Cleanup,
): Promise<Server> {
  const server = await bindPort(host, port, variable);
  cleanup.push(() => close(server, shutdownLimitSeconds));
  return server;
}

function serveWith(server: Server, listener: RequestListener): void {
  server.removeAllListeners('request');
  server.on('request', listener);
}

async function openServices(environment: Environment, stopping: AbortSignal, cleanup: Cleanup): Promise<Services> {
  const { dataDir, openUploadsPerSponsor: openPerSponsor, openUploadsPerUser: openPerUser } = environment;
  cleanup.push(await lockDataFolder(dataDir));
  const folder = dataFolderOf(dataDir);
  // First, because it creates the folders that the others write to.
  await prepareDataFolder(folder);
  await syncFolder(folder.root);
  const database = await openDatabase(environment, logIdleError);
  cleanup.push(() => database.close());
  const keys = await loadKeys(database, folder);
  const signer = await loadUrlSigner(database, folder);
  const blobs = await openBlobStore(environment, folder, signer, cleanup);
  const issuer = await openIssuer(environment, keys);
  const images = createImageWorkers({ path: IMAGE_WORKER }, environment.imageLimits);
  cleanup.push(() => images.close());
  const sessions = createSessions({ database, issuer, keys, environment });
  const userRequests = createTaskCounts();
  const attempts = createAttemptCounter(database);
  const services: Services = {
    environment,
    stopping,
    database,
    folder,
    blobs,
    objects: createObjectStore(database, blobs),
    uploads: new Uploads(database, blobs, { openPerSponsor, openPerUser, quotaBytes: environment.quotaBytes }),
    previews: createPreviews(blobs, images, (blob, found) => recordContent(database, blob, found)),
    images,
    imageChecks: createImageChecks(blobs),
    keys,
    sealKeys: createSealKeys(database, keys, environment),
    issuer,
    sessions,
    tokens: createSessionTokenIssuer({ environment, keys, sessions }),
    accessTokens: createAccessTokens({ database, issuer, environment, attempts }),
    signer,
    userRequests,
    heavy: createHeavyLimit(userRequests),
    attempts,
  };

  await checkContents(database, blobs);
  if (environment.issuer === undefined) await createSampleUsers(database);
  if (environment.samples && !(await isDone(database, 'sample projects made'))) {
    print('Creating the sample data (first start only)...');
    await makeSamples(services);
    await markDone(database, 'sample projects made');
  }
  return services;
}

async function openBlobStore(
  environment: Environment,
  folder: DataFolder,
  signer: UrlSigner,
  cleanup: Cleanup,
): Promise<BlobStore> {
  const { appUrl, publicUrl, s3, signedUrlSeconds: seconds } = environment;
  if (s3 === undefined)
    return createFolderBlobStore(folder, {
      signer,
      publicUrl,
      appUrl,
      seconds,
      reservedBytes: environment.reservedBytes,
    });
  // Loading the client takes a while.
  const { checkBucket, createS3Client } = await import('../storage/s3/s3Bucket');
  const { createS3BlobStore } = await import('../storage/s3/s3BlobStore');
  const client = createS3Client(s3);
  cleanup.push(() => client.destroy());
  await checkBucket(client, s3, appUrl, print);
  return createS3BlobStore(
    { client, bucket: s3.bucket },
    { folder, seconds, reservedBytes: environment.reservedBytes },
  );
}

/** Creates the client of the identity provider. The server starts even if an external one is unreachable. */
async function openIssuer(environment: Environment, keys: IdentityKeys): Promise<Issuer> {
  const { issuer: settings, publicUrl } = environment;
  if (settings === undefined) return createBuiltInIssuer({ environment, keys }, logIssuerError);
  return createIssuer(settings, publicUrl, await connectAtStart(settings, logIssuerError), logIssuerError);
}

function logIssuerError(error: unknown): void {
  // The other properties of these errors may contain tokens.
  const { message = String(error), code = '', error: reason = '' } = error as Record<string, unknown>;
  logError(`The identity provider can't be used: ${[message, code, reason].filter(Boolean).join(', ')}`);
}

/** Idle connections break when PostgreSQL restarts; the pool then opens new connections. */
function logIdleError(error: unknown): void {
  logError(`A connection to the database was lost: ${errorMessage(error)}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function announce({ appPort, appUrl, publicUrl, dataDir, issuer }: Environment): void {
  if (appPort !== 0) print(`App:     ${appUrl}/`);
  print(`Backend: ${publicUrl}`);
  print(`Data:    ${dataDir}`);
  if (issuer === undefined) {
    print('Sample users (email / password):');
    for (const { email, password, sponsorId, isAdmin } of SAMPLE_USERS) {
      print(`  ${email} / ${password} (${isAdmin ? 'administrator' : 'member'} of ${sponsorId})`);
    }
  } else {
    print(`Sign-in: ${issuer.url}`);
  }
  print(appPort === 0 ? 'The backend is ready' : 'Data Manager is ready');
}

/**
 * Stops the server: it reports that it is not ready, keeps serving until load balancers have noticed, stops listening,
 * finishes the requests in progress, returns its jobs and releases its resources.
 *
 * @param options.atOnce Skips the delay.
 */
export type StopServer = (options: { readonly atOnce: boolean }) => Promise<void>;

/**
 * Starts the backend and, unless `APP_PORT` is 0, the server of the app's files, and prints their addresses.
 *
 * @param root The folder that relative paths in the environment are resolved against.
 * @throws StartupError with advice for the operator; everything opened so far is closed.
 */
export async function startServer(variables: NodeJS.ProcessEnv, root: string): Promise<StopServer> {
  const cleanup: Cleanup = [];
  const stopping = new AbortController();
  try {
    const requested = readEnvironment(variables, root);
    const server = await bind(requested, requested.port, 'PORT', cleanup);
    const appServer =
      requested.appPort === 0 ? undefined : await bind(requested, requested.appPort, 'APP_PORT', cleanup);
    // With PORT=0 the public URL depends on the assigned port.
    const environment = readEnvironment({ ...variables, PORT: String(boundPort(server)) }, root);

    const services = await openServices(environment, stopping.signal, cleanup);
    if (environment.metrics !== undefined) {
      const { host, port } = environment.metrics;
      const metricsServer = await bindPort(host, port, 'METRICS_PORT', 'METRICS_HOST');
      cleanup.push(() => close(metricsServer, environment.shutdownLimitSeconds));
      serveWith(metricsServer, sendMetrics(createMetrics(services.database)));
    }
    const app = await buildApp(services, server);
    cleanup.push(() => app.close());
    serveWith(server, (request, response) => app.routing(request, response));
    if (appServer !== undefined) {
      const appHost = await buildAppHost(environment, appServer, services.blobs.origin);
      cleanup.push(() => appHost.close());
      serveWith(appServer, (request, response) => appHost.routing(request, response));
    }
    // Added last, so that the servers stop first: requests in progress need everything else.
    cleanup.push(async () => {
      const servers = [server, ...(appServer === undefined ? [] : [appServer])];
      await Promise.all(servers.map((each) => close(each, environment.shutdownLimitSeconds)));
    });
    announce(environment);
    return async ({ atOnce }) => {
      stopping.abort();
      if (!atOnce) await setTimeout(environment.shutdownDelaySeconds * 1_000);
      await undo(cleanup);
    };
  } catch (error) {
    await undo(cleanup);
    throw error;
  }
}
