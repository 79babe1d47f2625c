import type { BrowserContext, ConsoleMessage, Page, Request, Response } from '@playwright/test';
import { readPlaces, tellWhatPasses } from './lookInPage';
import type { SecretHunt } from './secretHunt';

const PREVIEW_KEYS = ['A_K', 'S_K', 'session_token'];
const TOKENS = ['id_token', 'access_token', 'refresh_token'];
const PART_LINK = 'signature of a part';
const ARCHIVE_LINK = 'signature of an archive';

/** What local storage may hold (specification, section 3); the first six are secrets, and this is their place. */
const SESSION_KEYS = [...PREVIEW_KEYS, ...TOKENS, 'sponsor_id', 'user_id', 'time', 'isAdmin'];
/** Headers that carry a token by the contract of the calls. */
const TOKEN_HEADERS = ['authorization', 'x-id-token', 'x-refresh-token'];

/** Where a browser is listened to. */
interface Origins {
  readonly app: string;
  readonly api: string;
}

/** Listens to all that a browser shows, keeps and sends. */
export interface Eavesdropper {
  /**
   * Looks at every page as it is now.
   * @param options.isArchiveReady The stored list then holds its link, which is a field of a download.
   */
  readonly look: (step: string, options?: { readonly isArchiveReady?: boolean }) => Promise<void>;
  /** Waits for what is still being read. */
  readonly settle: () => Promise<void>;
  /** Addresses of the app that requests have told as where they come from. */
  readonly referrers: readonly string[];
}

const isPreview = ({ pathname }: URL): boolean => /^\/get-(thumbnail|downsampled)-image\//.test(pathname);
const isPart = ({ pathname }: URL): boolean => pathname.startsWith('/storage/');
const isArchive = ({ pathname }: URL): boolean => pathname.startsWith('/archives/');
const isArchiveLink = (what: string): boolean => what === ARCHIVE_LINK;

/** An address that is a permission holds it; a preview's has the three keys (specification, section 7). */
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

/** Arguments as they are, not only as the console would write them. */
async function hearConsole(hunt: SecretHunt, message: ConsoleMessage): Promise<void> {
  hunt.note('console', message.text());
  for (const argument of message.args()) {
    hunt.note('console', await argument.evaluate((value: unknown) => JSON.stringify([value])));
  }
}

async function readAnswer(hunt: SecretHunt, response: Response): Promise<void> {
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
    if (name === 'referer' && value.startsWith(origins.app)) referrers.push(`${value} told to ${where}`);
    // Its pseudo-header repeats the address. Cookies go to the sign-in's domain, and the browser sees to that.
    if (name === ':path' || name === 'cookie' || (isCall && TOKEN_HEADERS.includes(name))) continue;
    hunt.note(`header ${name} of ${where}`, value);
  }
}

async function lookAt(hunt: SecretHunt, page: Page, step: string, isArchiveReady: boolean): Promise<void> {
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

/** Listens to a browser from now on. To be called before its pages are opened. */
export async function eavesdrop(context: BrowserContext, hunt: SecretHunt, origins: Origins): Promise<Eavesdropper> {
  const running = new Set<Promise<void>>();
  const referrers: string[] = [];
  const track = (job: Promise<void>): void => {
    // What belongs to a page that is gone can't be read any more.
    const settled = job.catch(() => undefined).finally(() => running.delete(settled));
    running.add(settled);
  };
  await context.exposeBinding('tellSeen', (_source, where: string, text: string) =>
    hunt.note(where, text, where.startsWith('message') ? isArchiveLink : undefined),
  );
  await context.addInitScript(tellWhatPasses);
  context.on('console', (message) => track(hearConsole(hunt, message)));
  context.on('weberror', (thrown) => hunt.note('thrown', String(thrown.error().stack ?? thrown.error())));
  context.on('request', (request) => track(readRequest(hunt, request, origins, referrers)));
  context.on('response', (response) => track(readAnswer(hunt, response)));
  return {
    referrers,
    async look(step, { isArchiveReady = false } = {}) {
      for (const page of context.pages()) await lookAt(hunt, page, step, isArchiveReady);
    },
    async settle() {
      await Promise.all(running);
    },
  };
}
