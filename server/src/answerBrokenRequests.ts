import { randomBytes } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

const REFUSALS: Readonly<Record<string, { readonly status: number; readonly msg: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, msg: 'The address and headers of this call are too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, msg: 'The call took too long to arrive.' },
};
const NO_HTTP = { status: 400, msg: 'This is no HTTP request that can be read.' };

function answer(socket: Duplex, { status, msg }: { readonly status: number; readonly msg: string }): void {
  const body = JSON.stringify({ msg });
  const lines = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    `X-Request-Id: ${randomBytes(12).toString('hex')}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Answers in words what Node's parser refuses before there is a request, and closes the connection. */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else answer(socket, REFUSALS[error.code ?? ''] ?? NO_HTTP);
  });
}
