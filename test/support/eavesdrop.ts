import type { BrowserContext, ConsoleMessage, Page, Request, Response } from '@playwright/test';
import { readPlaces, reportTransientContent } from './lookInPage';
import type { SecretHunt } from './secretHunt';

const PREVIEW_KEYS = ['A_K', 'S_K', 'session_token'];
const TOKENS = ['id_token', 'access_token', 'refresh_token'];
const PART_LINK = 'signature of a part';
const ARCHIVE_LINK = 'signature of an archive';

/** The keys of local storage (specification, section 3). The first six are secrets that belong there. */
const SESSION_KEYS = [...PREVIEW_KEYS, ...TOKENS, 'sponsor_id', 'user_id', 'time', 'isAdmin'];
/** Headers of API calls that carry a token. */
const TOKEN_HEADERS = ['authorization', 'x-id-token', 'x-refresh-token'];

/** The observed origins. */
interface Origins {
  readonly app: string;
  readonly api: string;
}

/** Observes everything that a browser shows, stores and sends. */
export interface Eavesdropper {
  /**
   * Collects the current content of every page.
   *
   * @param options.isArchiveReady True if the stored list of downloads may contain the URL of an archive.
   */
  readonly look: (step: string, options?: { readonly isArchiveReady?: boolean }) => Promise<void>;
  /** Waits until all pending reads are done. */
  readonly settle: () => Promise<void>;
  /** `Referer` headers with URLs of the app. */
  readonly referrers: readonly string[];
}

const isPreview = ({ pathname }: URL): boolean => /^\/get-(thumbnail|downsampled)-image\//.test(pathname);
const isPart = ({ pathname }: URL): boolean => pathname.startsWith('/storage/');
const isArchive = ({ pathname }: URL): boolean => pathname.startsWith('/archives/');
const isArchiveLink = (what: string): boolean => what === ARCHIVE_LINK;

/** Returns the secrets that a URL may contain: a presigned URL its signature, a preview the three keys (section 7). */
function placesInAddress(url: URL): (what: string) => boolean {
  if (isPreview(url)) return (what) => PREVIEW_KEYS.includes(what);
  if (isPart(url)) return (what) => what === PART_LINK;
  return isArchive(url) ? isArchiveLink : () => false;
}

function learnAddresses(hunt: SecretHunt, text: string): void {
  for (const [, purpose, signature = ''] of text.matchAll(/\/(storage|archives)\/[^"\s]*[?&]signature=(\w+)/g)) {
    hunt.learn(purpose === 'storage' ? PART_LINK : ARCHIVE_LINK, signature);
  }
}

function learnSession(hunt: SecretHunt, values: Readonly<Record<string, unknown>>): void {
  for (const key of [...PREVIEW_KEYS, ...TOKENS]) {
    const value = values[key];
    if (typeof value === 'string') hunt.learn(key, value);
  }
}

/** Collects the text of a console message and its serialized arguments. */
async function readConsole(hunt: SecretHunt, message: ConsoleMessage): Promise<void> {
  hunt.note('console', message.text());
  for (const argument of message.args()) {
    hunt.note('console', await argument.evaluate((value: unknown) => JSON.stringify([value])));
  }
}

async function readResponse(hunt: SecretHunt, response: Response): Promise<void> {
  const { pathname } = new URL(response.url());
  if (pathname === '/auth/token') learnSession(hunt, (await response.json()) as Readonly<Record<string, unknown>>);
  if (/^\/(upload\/urls|download)/.test(pathname)) learnAddresses(hunt, await response.text());
}

async function readRequest(hunt: SecretHunt, request: Request, origins: Origins, referrers: string[]): Promise<void> {
  const url = new URL(request.url());
  const where = `${request.method()} ${url.pathname}`;
  learnAddresses(hunt, url.href);
  hunt.note(`address of ${where}`, url.href, placesInAddress(url));
  if (!isPart(url)) hunt.note(`body of ${where}`, request.postData() ?? '');
  const isCall = url.origin === origins.api && !isPart(url) && !isArchive(url) && !isPreview(url);
  for (const [name, value] of Object.entries(await request.allHeaders())) {
    if (name === 'referer' && value.startsWith(origins.app)) referrers.push(`${value} sent to ${where}`);
    // `:path` repeats the URL, and the browser restricts cookies to the domain of the login.
    if (name === ':path' || name === 'cookie' || (isCall && TOKEN_HEADERS.includes(name))) continue;
    hunt.note(`header ${name} of ${where}`, value);
  }
}

async function scanAt(hunt: SecretHunt, page: Page, step: string, isArchiveReady: boolean): Promise<void> {
  hunt.note(`document, ${step}`, await page.content());
  const places = await page.evaluate(readPlaces);
  for (const [place, text] of Object.entries(places)) {
    const key = /^local storage (.*)$/.exec(place)?.[1];
    if (key !== undefined && SESSION_KEYS.includes(key)) learnSession(hunt, { [key]: text });
    else if (place === 'store') hunt.note(`store, ${step}`, text, isArchiveLink);
    else if (key === 'download-list' && isArchiveReady) hunt.note(`${place}, ${step}`, text, isArchiveLink);
    else hunt.note(`${place}, ${step}`, text);
  }
}

/** Starts observing a browser. Must be called before pages are opened. */
export async function eavesdrop(context: BrowserContext, hunt: SecretHunt, origins: Origins): Promise<Eavesdropper> {
  const running = new Set<Promise<void>>();
  const referrers: string[] = [];
  const track = (job: Promise<void>): void => {
    // Reading fails after the page has been closed.
    const settled = job.catch(() => undefined).finally(() => running.delete(settled));
    running.add(settled);
  };
  await context.exposeBinding('reportText', (_source, where: string, text: string) =>
    hunt.note(where, text, where.startsWith('message') ? isArchiveLink : undefined),
  );
  await context.addInitScript(reportTransientContent);
  context.on('console', (message) => track(readConsole(hunt, message)));
  context.on('weberror', (thrown) => hunt.note('thrown', String(thrown.error().stack ?? thrown.error())));
  context.on('request', (request) => track(readRequest(hunt, request, origins, referrers)));
  context.on('response', (response) => track(readResponse(hunt, response)));
  return {
    referrers,
    async look(step, { isArchiveReady = false } = {}) {
      for (const page of context.pages()) await scanAt(hunt, page, step, isArchiveReady);
    },
    async settle() {
      await Promise.all(running);
    },
  };
}
