import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What a request meets on its way through the proxy. */
type Fault =
  /** The connection is reset once so many bytes of the body have gone on; `first` is done before that. */
  | { readonly kind: 'reset'; readonly afterBytes: number; readonly first?: () => Promise<void> }
  /** It goes on, but its answer is lost: the connection is reset instead. */
  | { readonly kind: 'lose-answer' }
  /** It is answered with this status, and never goes on. */
  | { readonly kind: 'refuse'; readonly status: number }
  /** It goes on after so long. */
  | { readonly kind: 'hold'; readonly milliseconds: number }
  /** Nothing more is read once so many bytes have gone on, and nothing is answered. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  /** Its answer comes with this ETag, or with none. */
  | { readonly kind: 'etag'; readonly etag: string | undefined };

type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** Stands between a browser and a backend, as the backend's public address. */
export interface FaultyProxy {
  readonly url: string;
  /** The next requests whose method and path begin so meet these, one each; those after them meet nothing. */
  meet(route: Route, ...faults: readonly Fault[]): void;
  /** How many requests came whose method and path begin so. */
  count(route: Route): number;
  /** How many faults are still to be met. */
  left(): number;
  close(): Promise<void>;
}

/** Starts a proxy on a free port. A backend that is down looks like a connection that is reset. */
export async function startFaultyProxy(backendPort: number): Promise<FaultyProxy> {
  const script = new Map<string, Fault[]>();
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    const route = `${request.method ?? ''} ${request.url ?? ''}`;
    requests.push(route);
    const faults = [...script].find(([begin, left]) => route.startsWith(begin) && left.length > 0)?.[1];
    void serve(backendPort, request, response, faults?.shift());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${String(port)}`,
    meet: (route, ...faults) => void script.set(route, [...faults]),
    count: (route) => requests.filter((one) => one.startsWith(route)).length,
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
  // What a browser does to its own connection is no fault of the proxy.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  if (fault?.kind === 'hold') await delay(fault.milliseconds);
  if (fault?.kind === 'refuse') refuse(request, response, fault.status);
  else forward(backendPort, request, response, interferenceOf(fault, request, response));
}

interface Interference {
  /** After so many bytes of the body nothing more goes on, and `cut` is done. */
  readonly afterBytes?: number;
  readonly cut?: () => Promise<void>;
  /** Takes the backend's answer instead of the browser. */
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

/** Takes the body in and refuses it, in a way that a page of any origin may read. */
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
