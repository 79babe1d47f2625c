import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openDiskFile } from '../../../src/platform/node/diskFile';
import { putPart } from '../../../src/platform/node/putPart';
import { stopAfterTest } from '../../support/stopAfterTest';
import { temporaryFolder } from '../../support/temporaryFolder';

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  stopAfterTest({ stop });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/part`;
}

async function put(url: string, { size = 1_000_000, stallMs = 5_000, signal = new AbortController().signal } = {}) {
  const path = join(await temporaryFolder(), 'part');
  await writeFile(path, new Uint8Array(size).fill(7));
  const progress: number[] = [];
  const onProgress = (sent: number): void => void progress.push(sent);
  const result = await putPart({ url, body: await openDiskFile(path), signal, stallMs, onProgress });
  return { result, progress };
}

describe('sending parts with Node', () => {
  it('a part arrives with its length and without chunks, and its progress is reported', async () => {
    let received = 0;
    let length: string | undefined;
    const url = await serve((request, response) => {
      length = request.headers['content-length'];
      request.on('data', (chunk: Buffer) => (received += chunk.length));
      request.on('end', () => response.setHeader('ETag', '"abc"').end());
    });
    const { result, progress } = await put(url);
    expect(result).toEqual({ kind: 'answered', status: 200, etag: '"abc"' });
    expect({ received, length }).toEqual({ received: 1_000_000, length: '1000000' });
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.at(-1)).toBe(1_000_000);
  });

  it('an empty part is sent', async () => {
    const url = await serve((request, response) => request.resume().on('end', () => response.end()));
    expect((await put(url, { size: 0 })).result).toEqual({ kind: 'answered', status: 200, etag: null });
  });

  it('a refusal before the end of the part is an answer, and a web page is none', async () => {
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(403).end();
    });
    expect((await put(url)).result).toMatchObject({ kind: 'answered', status: 403 });
    const page = await serve((request, response) =>
      request.resume().on('end', () => response.setHeader('Content-Type', 'text/html').end('<p>')),
    );
    expect((await put(page)).result).toEqual({ kind: 'intercepted' });
  });

  it('a storage that is gone is unreachable, and one that takes nothing stalls', async () => {
    expect((await put('http://127.0.0.1:1/part')).result).toEqual({ kind: 'unreachable' });
    const url = await serve(() => undefined);
    expect((await put(url, { size: 50_000_000, stallMs: 200 })).result).toEqual({ kind: 'stalled' });
  });

  it('an aborted part is given up at once', async () => {
    const stopped = new AbortController();
    const url = await serve(() => stopped.abort());
    expect((await put(url, { signal: stopped.signal })).result).toEqual({ kind: 'aborted' });
    expect((await put(url, { signal: AbortSignal.abort() })).result).toEqual({ kind: 'aborted' });
    expect((await put('no url')).result).toEqual({ kind: 'answered', status: 0, etag: null });
  });
});
