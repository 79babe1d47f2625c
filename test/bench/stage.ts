import { once } from 'node:events';
import type { Server } from 'node:http';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createApiServer } from './apiServer';
import { createAppServer } from './appServer';
import { buildPages } from './buildPages';
import type { BenchFile } from './files';
import { openShapedLine, type LineShape } from './shapedLine';

/** What all runs share: two servers, the built app, the bench's own pages, a folder for files. */
export interface Stage {
  readonly appUrl: string;
  /** The API's address: the server's own, or the near end of a line to it. */
  readonly apiUrl: () => string;
  /** The scripts that watch the app. */
  readonly probes: { readonly uploads: string; readonly choice: string };
  /** For files to send; it goes when the stage is closed. */
  readonly folder: string;
  readonly expect: (files: readonly BenchFile[]) => void;
  /** Runs a job with all calls to the API over a line of this shape; without one, over the loopback. */
  readonly overLine: <Result>(shape: LineShape | undefined, job: () => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** Builds the pages and starts the servers. */
export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'data-manager-bench-'));
  const pages = join(folder, 'pages');
  await mkdir(pages);
  await buildPages(pages);
  const api = createApiServer();
  const app = createAppServer(resolve(__dirname, '../../dist'), pages);
  const directUrl = await listen(api.server, '127.0.0.1');
  let apiUrl = directUrl;
  const tell = (url: string): void => {
    apiUrl = url;
    api.setPublicUrl(url);
    app.setApiUrl(url);
  };
  tell(directUrl);
  return {
    appUrl: await listen(app.server, 'localhost'),
    apiUrl: () => apiUrl,
    probes: {
      uploads: await readFile(join(pages, 'appProbe.js'), 'utf8'),
      choice: await readFile(join(pages, 'choiceProbe.js'), 'utf8'),
    },
    folder,
    expect: api.expect,
    overLine: async (shape, job) => {
      if (shape === undefined) return job();
      const line = await openShapedLine(directUrl, shape);
      tell(line.url);
      try {
        return await job();
      } finally {
        tell(directUrl);
        await line.close();
      }
    },
    close: async () => {
      for (const server of [api.server, app.server]) {
        server.close();
        server.closeAllConnections();
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listen(server: Server, host: string): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://${host}:${address.port}`;
}
