import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Ports } from '../ports';
import { sendPart } from '../sendPart';

const SENT_AT_ONCE_BYTES = 256 * 1024;

/** Sends one part with Node's own client, since `fetch` does not report upload progress. */
export const putPart: Ports['putPart'] = (part) =>
  sendPart(part, ({ sent, sentAll, answered, unreachable }) => {
    const { url, body } = part;
    const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': body.size },
    });
    request.on('response', (response) => {
      const { 'content-type': type = null, etag = null } = response.headers;
      response.resume();
      answered(response.statusCode ?? 0, etag, type);
    });
    request.on('error', unreachable);
    async function* sending(): AsyncGenerator<Uint8Array> {
      let bytes = 0;
      for await (const chunk of Readable.fromWeb(body.stream() as ReadableStream<Uint8Array>)) {
        yield chunk as Uint8Array;
        bytes += (chunk as Uint8Array).byteLength;
        sent(bytes);
      }
      sentAll();
    }
    /** A stream would take more time than the bytes. */
    const sendAtOnce = async (): Promise<void> => {
      const bytes = new Uint8Array(await body.arrayBuffer());
      if (request.destroyed) return;
      request.end(bytes);
      sent(body.size);
      sentAll();
    };
    (body.size <= SENT_AT_ONCE_BYTES ? sendAtOnce() : pipeline(sending, request)).catch(unreachable);
    return () => request.destroy();
  });
