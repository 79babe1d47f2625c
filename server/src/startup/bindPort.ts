import { createServer, type RequestListener, type Server } from 'node:http';
import { StartupError } from '../common/errors';
import { STARTING_HEALTH, STARTING_PAGE_HEADERS, startingPage } from '../identity/pages';

/** Fastify's default. Longer than the 60 s of common proxies, so that the proxy closes idle connections first. */
const KEEP_ALIVE_MS = 72_000;
/** Limit for the headers of a request. Bodies may take as long as they need (`stalledBodies.ts`). */
const HEADERS_MS = 60_000;

/** Environment variables named in error messages. */
interface AddressVariables {
  readonly portVariable: string;
  readonly hostVariable: string;
}

function toStartupError(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  { portVariable: variable, hostVariable }: AddressVariables,
): StartupError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} on ${host} is already in use. Stop the program that uses it, or choose another port: ` +
          `${variable}=${port + 1} npm start`,
      );
    case 'EACCES':
      return new StartupError(
        `This user is not allowed to open port ${port}. Choose a port above 1024 with ${variable}.`,
      );
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new StartupError(`This machine has no address "${host}". Choose another with ${hostVariable}.`);
    default:
      return new StartupError(
        `Port ${port} on ${host} can't be opened (${error.message}). See ${variable} and ${hostVariable}.`,
      );
  }
}

/**
 * Responds while the server starts: with a page that reloads itself to a browser that opens a page, and with the contract's
 * error to others.
 */
const respondWhileStarting: RequestListener = ({ url, headers }, response) => {
  if (url === '/healthz') {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(STARTING_HEALTH);
    return;
  }
  const retry = { 'retry-after': '1' };
  if (headers.accept?.includes('text/html') === true) {
    response.writeHead(503, { ...STARTING_PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8', ...retry });
    response.end(startingPage());
    return;
  }
  response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store', ...retry });
  response.end(JSON.stringify({ msg: 'The server is starting. Try again in a moment.' }));
};

/**
 * Listens on a port before anything else happens, so that a second server fails before it reads or writes data.
 * Requests other than `GET /healthz` get 503 until `serveWith` attaches the real handler.
 *
 * @param port 0 for any free port.
 * @param portVariable The environment variable for this port, named in error messages.
 * @throws StartupError
 */
export async function bindPort(
  host: string,
  port: number,
  portVariable: string,
  hostVariable = 'HOST',
): Promise<Server> {
  const server = createServer(respondWhileStarting);
  // Uploading a part may take longer than Node's default of five minutes.
  server.requestTimeout = 0;
  server.headersTimeout = HEADERS_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toStartupError(error, host, port, { portVariable, hostVariable })));
    server.listen({ host, port }, resolve);
  });
  return server;
}

/** Returns the port of a listening server. */
export function boundPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
