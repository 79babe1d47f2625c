import { Agent, request, type RequestOptions } from 'node:http';
import type { Backend } from './startBackend';

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** A request with an unmodified path; `fetch` would resolve `..` and encode invalid characters. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Sends the body in chunks without a content length. */
  readonly isChunked?: boolean;
}

/** Sends a request. Resolves with the response even if the server does not read the body. */
export function sendRaw({ url }: Pick<Backend, 'url'>, raw: RawRequest): Promise<Response> {
  const { hostname, port } = new URL(url);
  const { method, path, body, isChunked = false } = raw;
  const length = body === undefined || isChunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { ...length, ...raw.headers };
  // A connection with an incomplete body can't be reused.
  const isWhole = !isChunked && raw.headers?.['content-length'] === undefined;
  const options: RequestOptions = { hostname, port, method, path, headers, agent: isWhole ? agent : false };
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const call = request(options, (answer) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      const settle = () => {
        const { statusCode: status = 0 } = answer;
        const responseHeaders = new Headers();
        for (const [name, value] of Object.entries(answer.headers)) responseHeaders.set(name, String(value));
        const isBodiless = status === 204 || status === 304;
        resolve(new Response(isBodiless ? null : Buffer.concat(chunks), { status, headers: responseHeaders }));
      };
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', settle);
      // The server closes the connection of a rejected body.
      answer.on('error', settle);
    });
    call.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    call.end(body);
  });
}

/** Closes the idle connections. */
export function closeRaw(): void {
  agent.destroy();
}
