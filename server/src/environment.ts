import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { StartupError } from './errors';
import { sharedCookieDomain } from './identity/sessionCookies';

/** Levels of the log, the quietest first. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a deployment decides, read once at start and passed down; nothing else in the server reads `process.env`. */
export interface Environment {
  /** Address to listen on. */
  readonly host: string;
  /** Port of the API, the identity provider and the object storage. */
  readonly port: number;
  /** Port of the app's static files; 0 serves none (a web server of one's own does). */
  readonly appPort: number;
  /** Where a browser reaches this server, without a trailing slash: `http://localhost:4000`. */
  readonly publicUrl: string;
  /** Where a browser reaches the app, without a trailing slash: `http://localhost:3000`. */
  readonly appUrl: string;
  /** Folder of everything that lasts: database, objects, keys. Absolute. */
  readonly dataDir: string;
  /** Folder of the built app (`dist/`). Absolute. */
  readonly appDir: string;
  /** Life of access and id tokens, seconds. */
  readonly accessTokenSeconds: number;
  /** Life of refresh tokens, seconds. */
  readonly refreshTokenSeconds: number;
  /** Life of signed URLs, seconds. */
  readonly signedUrlSeconds: number;
  /** Uploads that a sponsor may have under way at the same time. */
  readonly openUploadsPerSponsor: number;
  /** Proxies whose `X-Forwarded-For` is believed, as addresses or CIDR ranges; none unless told. */
  readonly trustedProxies: readonly string[];
  /** From which level on the log is written; `info` has a line for each request. */
  readonly logLevel: LogLevel;
  /** Whether the first start draws the sample projects. */
  readonly samples: boolean;
}

const DAY_SECONDS = 24 * 60 * 60;
const MIN_REFRESH_TOKEN_SECONDS = 8 * 60 * 60;
const YEAR_SECONDS = 366 * DAY_SECONDS;

type Variables = Readonly<Record<string, string | undefined>>;

function readText(variables: Variables, name: string, otherwise: string): string {
  const value = variables[name]?.trim();
  return value === undefined || value === '' ? otherwise : value;
}

function readInteger(
  variables: Variables,
  name: string,
  { otherwise, min, max }: { readonly otherwise: number; readonly min: number; readonly max: number },
): number {
  const text = readText(variables, name, String(otherwise));
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new StartupError(`${name} must be a whole number from ${min} to ${max}, but is "${text}".`);
  }
  return value;
}

function readFlag(variables: Variables, name: string): boolean {
  const text = readText(variables, name, '1');
  if (text !== '0' && text !== '1') throw new StartupError(`${name} must be 1 or 0, but is "${text}".`);
  return text === '1';
}

function readLogLevel(variables: Variables): LogLevel {
  const text = readText(variables, 'LOG_LEVEL', 'warn');
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) {
    throw new StartupError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, but is "${text}".`);
  }
  return level;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function readProxies(variables: Variables): readonly string[] {
  const proxies = readText(variables, 'TRUSTED_PROXIES', '')
    .split(',')
    .map((proxy) => proxy.trim())
    .filter((proxy) => proxy !== '');
  const wrong = proxies.find((proxy) => !isNetwork(proxy));
  if (wrong !== undefined) {
    throw new StartupError(
      `TRUSTED_PROXIES must be addresses or CIDR ranges with commas between them, but holds "${wrong}".`,
    );
  }
  return proxies;
}

function readUrl(variables: Variables, name: string, otherwise: string): string {
  const text = readText(variables, name, otherwise);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new StartupError(
      `${name} must be an absolute http or https URL without query and fragment, but is "${text}".`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

/**
 * Reads and checks the environment variables of the server; the README lists them.
 *
 * @param root The folder that relative paths start from.
 * @throws StartupFailure that names the variable which is wrong.
 */
export function readEnvironment(variables: Variables, root: string): Environment {
  const port = readInteger(variables, 'PORT', { otherwise: 4000, min: 0, max: 65_535 });
  const appPort = readInteger(variables, 'APP_PORT', { otherwise: 3000, min: 0, max: 65_535 });
  if (port !== 0 && port === appPort) {
    throw new StartupError(`PORT and APP_PORT must differ, but both are ${port}.`);
  }
  const publicUrl = readUrl(variables, 'PUBLIC_URL', `http://localhost:${port}`);
  const appUrl = readUrl(variables, 'APP_URL', `http://localhost:${appPort === 0 ? 3000 : appPort}`);
  if (new URL(publicUrl).pathname !== '/') {
    throw new StartupError(`PUBLIC_URL must be an origin without a path, but is "${publicUrl}".`);
  }
  if (sharedCookieDomain(publicUrl, appUrl) === undefined) {
    throw new StartupError(
      `PUBLIC_URL (${publicUrl}) and APP_URL (${appUrl}) must share a host or a parent domain ` +
        'that is not a suffix such as co.uk, without a dot at the end: the login sets cookies that the app has to read.',
    );
  }
  return {
    host: readText(variables, 'HOST', '127.0.0.1'),
    port,
    appPort,
    publicUrl,
    appUrl,
    dataDir: resolve(root, readText(variables, 'DATA_DIR', '.data')),
    appDir: resolve(root, readText(variables, 'APP_DIR', 'dist')),
    accessTokenSeconds: readInteger(variables, 'ACCESS_TOKEN_SECONDS', {
      otherwise: 900,
      min: 1,
      max: DAY_SECONDS,
    }),
    refreshTokenSeconds: readInteger(variables, 'REFRESH_TOKEN_SECONDS', {
      otherwise: 14 * DAY_SECONDS,
      min: MIN_REFRESH_TOKEN_SECONDS,
      max: YEAR_SECONDS,
    }),
    signedUrlSeconds: readInteger(variables, 'SIGNED_URL_SECONDS', { otherwise: 900, min: 1, max: 7 * DAY_SECONDS }),
    openUploadsPerSponsor: readInteger(variables, 'OPEN_UPLOADS_PER_SPONSOR', {
      otherwise: 1_000,
      min: 1,
      max: 1_000_000,
    }),
    trustedProxies: readProxies(variables),
    logLevel: readLogLevel(variables),
    samples: readFlag(variables, 'SAMPLES'),
  };
}
