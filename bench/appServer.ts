import { createReadStream, existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { SESSION_KEYS, type SessionValues } from '@data-manager/domain/session/session';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves the built app, a login without a form (`/signin`), and the baseline pages: `/bench/NAME` and `/same-size`.
 * The latter loads the given files of the app without running them and renders its URL fragment as text.
 */
export function createAppServer(appDir: string, pagesDir: string) {
  let apiUrl = '';
  let cookies: readonly string[] = [];
  let place = '';
  const sendFile = (response: ServerResponse, file: string): void => {
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bench');
    if (pathname === '/config.json') {
      response.end(JSON.stringify(configurationOf(apiUrl)));
    } else if (pathname === '/signin') {
      response
        .writeHead(302, { location: searchParams.get('to') ?? `/${place}/upload`, 'set-cookie': [...cookies] })
        .end();
    } else if (pathname === '/same-size') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(sameSizePage(searchParams.getAll('file')));
    } else if (pathname.startsWith('/idle/')) {
      sendIdle(response, join(appDir, pathname.slice('/idle/'.length)));
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
    /** Sets the API URL in `config.json` and the session that `/signin` creates. */
    setApi: (url: string, session: SessionValues) => {
      apiUrl = url;
      cookies = SESSION_KEYS.map((key) => `${key}=${encodeURIComponent(session[key])}; Path=/`);
    },
    /** Sets the `sponsor/project` whose upload screen `/signin` opens by default. The `to` parameter overrides it. */
    setPlace: (next: string) => {
      place = next;
    },
  };
}

/** Returns a page that loads the same files as the app but only renders text. */
function sameSizePage(files: readonly string[]): string {
  const tags = files.map((file) =>
    file.endsWith('.css') ? `<link rel="stylesheet" href="${file}">` : `<script defer src="/idle${file}"></script>`,
  );
  return `<!doctype html><title>bench</title>${tags.join('')}<script defer src="/bench/textPage.js"></script><body>`;
}

/** Sends a script wrapped in a function, so that the browser parses but never runs it. */
function sendIdle(response: ServerResponse, file: string): void {
  response.setHeader('content-type', TYPES['.js'] ?? '');
  readFile(file, 'utf8').then(
    (script) => response.end(`(function () {${script}\n});`),
    () => response.writeHead(404).end(),
  );
}

function configurationOf(apiUrl: string): Readonly<Record<string, string>> {
  return { apiUrl, loginUrl: `${apiUrl}/login`, logoutUrl: `${apiUrl}/logout`, imagePreviewUrl: apiUrl };
}
