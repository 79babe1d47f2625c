import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { SESSION_KEYS, type SessionValues } from '../../src/domain/session';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files of the built app and of the bare pages. */
export interface AppServer {
  readonly server: Server;
  /** The address of the API that the app is told, and the session that `/signin` gives. */
  readonly setApi: (url: string, session: SessionValues) => void;
  /** `sponsor/project`, on whose upload screen `/signin` ends. */
  readonly setPlace: (place: string) => void;
}

/** Serves the built app, a login that asks nobody (`/signin`), and the bench's own bare pages (`/bench/NAME`). */
export function createAppServer(appDir: string, pagesDir: string): AppServer {
  let apiUrl = '';
  let cookies: readonly string[] = [];
  let place = '';
  const sendFile = (response: ServerResponse, file: string): void => {
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench');
    if (pathname === '/config.json') {
      response.end(JSON.stringify(configurationOf(apiUrl)));
    } else if (pathname === '/signin') {
      response.writeHead(302, { location: `/${place}/upload`, 'set-cookie': [...cookies] }).end();
    } else if (/^\/bench\/\w+$/.test(pathname)) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><title>bench</title><input type="file" multiple><script src="${pathname}.js"></script>`,
      );
    } else {
      const file = pathname.startsWith('/bench/') ? join(pagesDir, pathname.slice(7)) : join(appDir, pathname);
      sendFile(response, existsSync(file) && statSync(file).isFile() ? file : join(appDir, 'index.html'));
    }
  });
  return {
    server,
    setApi: (url, session) => {
      apiUrl = url;
      cookies = SESSION_KEYS.map((key) => `${key}=${encodeURIComponent(session[key])}; Path=/`);
    },
    setPlace: (next) => {
      place = next;
    },
  };
}

function configurationOf(apiUrl: string): Readonly<Record<string, string>> {
  return { apiUrl, loginUrl: `${apiUrl}/login`, logoutUrl: `${apiUrl}/logout`, imagePreviewUrl: apiUrl };
}
