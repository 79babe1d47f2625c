import { Agent, request, type RequestOptions } from 'node:http';
import type { Backend } from './startBackend';

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** A request whose path goes out as it is: `fetch` would resolve `..` and encode what is wrong in it. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Whether the body comes in chunks, its length unsaid. */
  readonly isChunked?: boolean;
}

/** Sends it; resolves as soon as the answer is there, though the body was not taken in. */
export function sendRaw({ url }: Pick<Backend, 'url'>, raw: RawRequest): Promise<Response> {
  const { hostname, port } = new URL(url);
  const { method, path, body, isChunked = false } = raw;
  const length = body === undefined || isChunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { ...length, ...raw.headers };
  // A connection on which the server waits for more of a body is good for nothing else.
  const isWhole = !isChunked && raw.headers?.['content-length'] === undefined;
  const options: RequestOptions = { hostname, port, method, path, headers, agent: isWhole ? agent : false };
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const call = request(options, (answer) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      const settle = () => {
        const { statusCode: status = 0 } = answer;
        const told = new Headers();
        for (const [name, value] of Object.entries(answer.headers)) told.set(name, String(value));
        const isBodiless = status === 204 || status === 304;
        resolve(new Response(isBodiless ? null : Buffer.concat(chunks), { status, headers: told }));
      };
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', settle);
      // The server takes in no more of a body that it refused.
      answer.on('error', settle);
    });
    call.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    call.end(body);
  });
}

/** Closes the connections that were kept open. */
export function closeRaw(): void {
  agent.destroy();
}
