import { createServer, type Server } from 'node:http';
import { answerBrokenRequests } from './answerBrokenRequests';
import { StartupError } from './errors';

/** Like Fastify's own default: longer than the 60 s of common proxies, so that these close idle connections first. */
const KEEP_ALIVE_MS = 72_000;
/** For the headers of a request; only bodies may take as long as they need. */
const HEADERS_MS = 60_000;

function bindFailure(error: NodeJS.ErrnoException, host: string, port: number, variable: string): StartupError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} on ${host} is already in use. Stop the program that uses it, or choose another port: ` +
          `${variable}=${port + 1} npm start`,
      );
    case 'EACCES':
      return new StartupError(
        `Port ${port} needs rights that this user doesn't have. Choose a port above 1024 with ${variable}.`,
      );
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new StartupError(`This machine has no address "${host}". Choose another with HOST.`);
    default:
      return new StartupError(`Port ${port} on ${host} can't be opened (${error.message}). See ${variable} and HOST.`);
  }
}

/**
 * Takes a port before anything else is touched, so that a second start fails without having read or written data.
 * Until the real handler is attached by `serveWith`, requests are answered with 503.
 *
 * @param port 0 for any free port.
 * @param variable The environment variable that chooses this port, named in failures.
 * @throws StartupFailure
 */
export async function bindPort(host: string, port: number, variable: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
    response.end(JSON.stringify({ msg: 'The server is starting. Try again in a moment.' }));
  });
  // A part of an upload may take longer than Node's default of five minutes for a whole request.
  server.requestTimeout = 0;
  server.headersTimeout = HEADERS_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  answerBrokenRequests(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(bindFailure(error, host, port, variable)));
    server.listen({ host, port }, resolve);
  });
  return server;
}

/** The port that a listening server really has. */
export function boundPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
