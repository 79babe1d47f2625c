import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What happens to a request in the proxy. */
type Fault =
  /** Resets the connection after forwarding `afterBytes` of the body. Calls `first` before the reset. */
  | { readonly kind: 'reset'; readonly afterBytes: number; readonly first?: () => Promise<void> }
  /** Forwards the request, but resets the connection instead of returning the response. */
  | { readonly kind: 'lose-answer' }
  /** Responds with this status without forwarding the request. */
  | { readonly kind: 'refuse'; readonly status: number }
  /** Forwards the request after a delay. */
  | { readonly kind: 'hold'; readonly milliseconds: number }
  /** Stops reading after `afterBytes` of the body, and never responds. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  /** Replaces or removes the ETag of the response. */
  | { readonly kind: 'etag'; readonly etag: string | undefined };

type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** A proxy in front of a backend, at the backend's public URL. */
export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** Starts a proxy on a free port. Resets the connection if the backend is down. */
export async function startFaultyProxy(backendPort: number) {
  const script = new Map<string, Fault[]>();
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    const route = `${request.method ?? ''} ${request.url ?? ''}`;
    requests.push(route);
    const faults = [...script].find(([begin, left]) => route.startsWith(begin) && left.length > 0)?.[1];
    void serve(backendPort, request, response, faults?.shift());
  });
  // Never closes an idle connection: on a busy machine, the next request could race with the close and fail.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${String(port)}`,
    /** Applies one fault each to the next requests whose method and path start with `route`. */
    meet: (route: Route, ...faults: readonly Fault[]) => void script.set(route, [...faults]),
    /** Returns the number of requests whose method and path start with `route`. */
    count: (route: Route) => requests.filter((one) => one.startsWith(route)).length,
    /** Returns the number of faults that have not been applied yet. */
    left: () => [...script.values()].flat().length,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  backendPort: number,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  // The browser may abort its own requests.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  if (fault?.kind === 'hold') await delay(fault.milliseconds);
  if (fault?.kind === 'refuse') refuse(request, response, fault.status);
  else forward(backendPort, request, response, interferenceOf(fault, request, response));
}

interface Interference {
  /** Stops forwarding after this many bytes of the body, and calls `cut`. */
  readonly afterBytes?: number;
  readonly cut?: () => Promise<void>;
  /** Handles the backend's response instead of passing it to the browser. */
  readonly answer?: (answer: IncomingMessage) => void;
}

function interferenceOf(fault: Fault | undefined, { socket }: IncomingMessage, response: ServerResponse): Interference {
  switch (fault?.kind) {
    case 'reset':
      return {
        afterBytes: fault.afterBytes,
        cut: async () => {
          await fault.first?.();
          socket.resetAndDestroy();
        },
      };
    case 'stall':
      return { afterBytes: fault.afterBytes };
    case 'lose-answer':
      return { answer: () => void socket.resetAndDestroy() };
    case 'etag':
      return { answer: (answer) => pass(withEtag(answer, fault.etag), response) };
    default:
      return {};
  }
}

function forward(
  backendPort: number,
  request: IncomingMessage,
  response: ServerResponse,
  { afterBytes = Infinity, cut, answer = (got) => pass(got, response) }: Interference,
): void {
  const { method, url: path, headers } = request;
  const onward = http.request({ host: '127.0.0.1', port: backendPort, method, path, headers, agent: false }, answer);
  onward.on('error', () => void request.socket.resetAndDestroy());
  response.on('close', () => void onward.destroy());
  let passed = 0;
  request.on('data', (chunk: Buffer) => {
    passed += chunk.length;
    const hasRoom = onward.write(chunk);
    if (passed >= afterBytes) {
      request.pause();
      request.removeAllListeners('data');
      void cut?.();
    } else if (!hasRoom) {
      request.pause();
      onward.once('drain', () => void request.resume());
    }
  });
  request.on('end', () => void onward.end());
}

function pass(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(response);
}

function withEtag(answer: IncomingMessage, etag: string | undefined): IncomingMessage {
  if (etag === undefined) delete answer.headers.etag;
  else answer.headers.etag = etag;
  return answer;
}

/** Reads the body, then responds with an error that pages of any origin may read. */
function refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
  request.resume();
  request.on('end', () => {
    response.writeHead(status, {
      'access-control-allow-origin': request.headers.origin ?? '*',
      'content-type': 'application/json',
    });
    response.end(JSON.stringify({ msg: `Refused with ${String(status)}.` }));
  });
}
