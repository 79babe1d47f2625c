import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SessionValues } from '@data-manager/domain/session/session';
import { aSession } from '../test/support/fakePorts';
import { signIn } from '../test/support/signIn';
import { startBackend } from '../test/support/startBackend';
import { createApiServer } from './apiServer';
import { createAppServer } from './appServer';
import { buildPages } from './buildPages';
import type { BenchFile } from './files';
import { openShapedLine, type LineShape } from './shapedLine';

const SPONSOR = 'acme';
/** The only project of the fake API server. */
const LEAN_PROJECT = 'bench';

/** Parameters of a call to the API. */
export interface ApiAccess {
  readonly url: string;
  readonly accessToken: string;
  /** `sponsor/project` to upload to. */
  readonly keyPrefix: string;
}

/** Resources that all runs share: two servers, the built app, the baseline pages and a folder for files. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Builds the baseline pages and starts the servers. */
export async function openStage() {
  const folder = await mkdtemp(join(tmpdir(), 'data-manager-bench-'));
  const pages = join(folder, 'pages');
  await mkdir(pages);
  await buildPages(pages);
  const api = createApiServer();
  const app = createAppServer(resolve(__dirname, '../dist'), pages);
  const directUrl = await listen(api.server, '127.0.0.1');
  let access: ApiAccess = { url: '', accessToken: '', keyPrefix: `${SPONSOR}/${LEAN_PROJECT}` };
  let emptyProject: () => Promise<string> = () => Promise.resolve(LEAN_PROJECT);
  const tell = (url: string, session: SessionValues = aSession()): void => {
    access = { ...access, url, accessToken: session.access_token };
    api.setPublicUrl(url);
    app.setApi(url, session);
  };
  tell(directUrl);
  app.setPlace(access.keyPrefix);
  const appUrl = await listen(app.server, 'localhost');
  return {
    appUrl,
    /** How a baseline page reaches the API: directly, or through the near end of a shaped line. */
    access: () => access,
    /** Scripts that measure the app. */
    probes: {
      uploads: await readFile(join(pages, 'appProbe.js'), 'utf8'),
      choice: await readFile(join(pages, 'choiceProbe.js'), 'utf8'),
      fetch: await readFile(join(pages, 'fetchProbe.js'), 'utf8'),
      listing: await readFile(join(pages, 'listingProbe.js'), 'utf8'),
      start: await readFile(join(pages, 'startProbe.js'), 'utf8'),
    },
    /** Folder for files to upload. Removed when the stage is closed. */
    folder,
    /** Prepares an upload of these files to an empty project. */
    expect: async (files: readonly BenchFile[]) => {
      api.expect(files);
      const keyPrefix = `${SPONSOR}/${await emptyProject()}`;
      access = { ...access, keyPrefix };
      app.setPlace(keyPrefix);
    },
    /** Sets the files that the server lists. */
    list: api.list,
    /** Runs a job with all API calls over a line of this shape, or over the loopback interface if there is none. */
    overLine: async <Result>(shape: LineShape | undefined, job: () => Promise<Result>) => {
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
    /** Runs a job against a real backend that stores the bytes on the disk. */
    overBackend: async <Result>(job: () => Promise<Result>) => {
      const backend = await startBackend({ APP_URL: appUrl });
      try {
        const session = await signIn(backend, 'member@acme.example');
        tell(backend.url, { ...aSession(), ...session.values });
        let projects = 0;
        emptyProject = async () => {
          const title = `bench-${(projects += 1)}`;
          await session.make('/project', { title });
          return title;
        };
        return await job();
      } finally {
        emptyProject = () => Promise.resolve(LEAN_PROJECT);
        tell(directUrl);
        await backend.stop();
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
