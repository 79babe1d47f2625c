import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { StartupError } from '../common/errors';
import { sharedCookieDomain } from './cookieDomain';
import { isLoopback, readIssuer } from './issuerSettings';
import { readFlag, readInteger, readText, readUrl, type Variables } from './variables';

/** Log levels from quietest to most verbose. */
const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'trace'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** A bucket of an S3 storage. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** URL of a storage other than AWS. */
  readonly endpoint?: string;
  /** Puts the bucket into the path of URLs instead of the host name. */
  readonly pathStyle: boolean;
  /** Found by the AWS SDK if undefined: in its variables and files, or from the machine's role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

const DAY_SECONDS = 24 * 60 * 60;
const MIN_REFRESH_TOKEN_SECONDS = 8 * 60 * 60;
const MB = 1_000 ** 2;
const GB = 1_000 ** 3;
/** Enough for the largest images, which take minutes. */
const TILE_SECONDS = 30 * 60;
const YEAR_SECONDS = 366 * DAY_SECONDS;

/** Reads where to serve metrics: at an address that users can't reach. */
function readMetrics(variables: Variables): { readonly host: string; readonly port: number } | undefined {
  if (readText(variables, 'METRICS_PORT', '') === '') {
    if (readText(variables, 'METRICS_HOST', '') === '') return undefined;
    throw new StartupError('METRICS_HOST is set, but METRICS_PORT is not. Set METRICS_PORT, too, or neither.');
  }
  const port = readInteger(variables, 'METRICS_PORT', { fallback: 0, min: 1, max: 65_535 });
  return { host: readText(variables, 'METRICS_HOST', '127.0.0.1'), port };
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
      `TRUSTED_PROXIES must be a comma-separated list of addresses or CIDR ranges, but contains "${wrong}".`,
    );
  }
  return proxies;
}

/** Returns no text of an invalid URL, because it may contain a password. */
function readDatabaseUrl(variables: Variables): string | undefined {
  const text = readText(variables, 'DATABASE_URL', '');
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol) || url.host === '' || url.pathname.length < 2) {
    throw new StartupError('DATABASE_URL must be a URL of the form postgres://user:password@host:5432/database.');
  }
  return text;
}

/** Returns no text of an invalid key, because it may be most of the right one. */
function readTokenKey(variables: Variables): Buffer | undefined {
  const text = readText(variables, 'TOKEN_KEY', '');
  if (text === '') return undefined;
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new StartupError(
      'TOKEN_KEY must be 64 hexadecimal digits, which `openssl rand -hex 32` prints, but has ' +
        `${String(text.length)} ${/^[0-9a-f]*$/i.test(text) ? 'digits' : 'characters that are not all hexadecimal digits'}.`,
    );
  }
  return Buffer.from(text, 'hex');
}

const S3_VARIABLES = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PATH_STYLE'] as const;

/** Reads the settings of the S3 storage. Either all required variables or none must be set. */
function readS3(variables: Variables): S3Settings | undefined {
  const bucket = readText(variables, 'S3_BUCKET', '');
  if (bucket === '') {
    const extra = S3_VARIABLES.find((name) => readText(variables, name, '') !== '');
    if (extra !== undefined) throw new StartupError(`${extra} is set, but S3_BUCKET is not. Set both or neither.`);
    return undefined;
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new StartupError(`S3_BUCKET must be the name of a bucket, but is "${bucket}".`);
  }
  const hasEndpoint = readText(variables, 'S3_ENDPOINT', '') !== '';
  const endpoint = hasEndpoint ? readUrl(variables, 'S3_ENDPOINT', '') : undefined;
  const region = readText(variables, 'S3_REGION', hasEndpoint ? 'us-east-1' : '');
  if (region === '') throw new StartupError('S3_BUCKET needs S3_REGION (on AWS) or S3_ENDPOINT (for another storage).');
  const accessKeyId = readText(variables, 'S3_ACCESS_KEY_ID', '');
  const secretAccessKey = readText(variables, 'S3_SECRET_ACCESS_KEY', '');
  if ((accessKeyId === '') !== (secretAccessKey === '')) {
    throw new StartupError(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together. Without both, the credentials are found as in the AWS CLI.',
    );
  }
  return {
    bucket,
    region,
    ...(endpoint !== undefined && { endpoint }),
    pathStyle: readFlag(variables, 'S3_PATH_STYLE', hasEndpoint ? '1' : '0'),
    ...(accessKeyId !== '' && { credentials: { accessKeyId, secretAccessKey } }),
  };
}

/** The configuration of a deployment, read once at startup. No other module reads `process.env`. */
export type Environment = ReturnType<typeof readEnvironment>;

/**
 * Reads and validates the server's environment variables.
 *
 * @param root The folder that relative paths are resolved against.
 * @throws StartupError that names the invalid variable.
 */
export function readEnvironment(variables: Variables, root: string) {
  const integer = (name: string, range: Parameters<typeof readInteger>[2]): number =>
    readInteger(variables, name, range);
  const port = integer('PORT', { fallback: 4000, min: 0, max: 65_535 });
  const appPort = integer('APP_PORT', { fallback: 3000, min: 0, max: 65_535 });
  if (port !== 0 && port === appPort) {
    throw new StartupError(`PORT and APP_PORT must differ, but both are ${port}.`);
  }
  const publicUrl = readUrl(variables, 'PUBLIC_URL', `http://localhost:${port}`);
  const appUrl = readUrl(variables, 'APP_URL', `http://localhost:${appPort === 0 ? 3000 : appPort}`);
  if (new URL(publicUrl).pathname !== '/') {
    throw new StartupError(`PUBLIC_URL must be an origin without a path, but is "${publicUrl}".`);
  }
  const cookieDomain = sharedCookieDomain(publicUrl, appUrl);
  if (cookieDomain === undefined) {
    throw new StartupError(
      `PUBLIC_URL (${publicUrl}) and APP_URL (${appUrl}) must share a host or a parent domain that is not a public ` +
        'suffix such as co.uk, without a trailing dot: the login sets cookies that the app has to read.',
    );
  }
  const issuer = readIssuer((name) => readText(variables, name, ''));
  if (issuer === undefined && !isLoopback(publicUrl)) {
    throw new StartupError(
      `PUBLIC_URL (${publicUrl}) is not on this machine, but the passwords of the sample users are public. Set ` +
        'OIDC_ISSUER and OIDC_CLIENT_ID to sign in with an identity provider of your own.',
    );
  }
  return {
    /** Address to listen on. */
    host: readText(variables, 'HOST', '127.0.0.1'),
    /** Port of the API, the identity provider and the object store. */
    port,
    /** Port of the app's static files; 0 if another web server serves them. */
    appPort,
    /** Public URL of this server without a trailing slash: `http://localhost:4000`. */
    publicUrl,
    /** Public URL of the app without a trailing slash: `http://localhost:3000`. */
    appUrl,
    /** The domain of the session cookies. */
    cookieDomain,
    /** Absolute path of the folder for all persistent data: database, objects, keys. */
    dataDir: resolve(root, readText(variables, 'DATA_DIR', '.data')),
    /** URL of a PostgreSQL server; undefined for the embedded database in `dataDir`. */
    databaseUrl: readDatabaseUrl(variables),
    /** The S3 bucket for files, archives and previews; undefined if they are in `dataDir`. */
    s3: readS3(variables),
    /** The identity provider; undefined for the built-in one with sample users. */
    issuer,
    /** Absolute path of the built app (`dist/`). */
    appDir: resolve(root, readText(variables, 'APP_DIR', 'dist')),
    /** Lifetime of access and id tokens in seconds. */
    accessTokenSeconds: integer('ACCESS_TOKEN_SECONDS', { fallback: 900, min: 1, max: DAY_SECONDS }),
    /** Lifetime of refresh tokens in seconds. */
    refreshTokenSeconds: integer('REFRESH_TOKEN_SECONDS', {
      fallback: 14 * DAY_SECONDS,
      min: MIN_REFRESH_TOKEN_SECONDS,
      max: YEAR_SECONDS,
    }),
    /** The key that encrypts the tokens of the identity provider; undefined derives it from a secret in the database. */
    tokenKey: readTokenKey(variables),
    /** Lifetime of signed URLs in seconds. */
    signedUrlSeconds: integer('SIGNED_URL_SECONDS', { fallback: 900, min: 1, max: 7 * DAY_SECONDS }),
    /** Maximum number of concurrent uploads of a sponsor. */
    openUploadsPerSponsor: integer('OPEN_UPLOADS_PER_SPONSOR', { fallback: 1_000, min: 1, max: 1_000_000 }),
    /** Maximum number of concurrent uploads of a user. */
    openUploadsPerUser: integer('OPEN_UPLOADS_PER_USER', { fallback: 500, min: 1, max: 1_000_000 }),
    /** Maximum number of requests of a user that this server handles at the same time. */
    requestsPerUser: integer('REQUESTS_PER_USER', { fallback: 100, min: 1, max: 1_000_000 }),
    /** Limit for the files of a sponsor; undefined for none. */
    quotaBytes: integer('QUOTA_GB_PER_SPONSOR', { fallback: 0, min: 0, max: 1_000_000 }) * GB || undefined,
    /** Disk space in bytes that files must leave free for the database. */
    reservedBytes: integer('RESERVED_DISK_MB', { fallback: 64, min: 0, max: 1_000_000_000 }) * MB,
    /** How long the body of a request may stall. */
    bodyStallSeconds: integer('BODY_STALL_SECONDS', { fallback: 60, min: 1, max: 3_600 }),
    /** Limits for reading an image. */
    imageLimits: {
      /** The longest time that a preview may take. */
      previewSeconds: integer('PREVIEW_SECONDS', { fallback: 60, min: 1, max: 3_600 }),
      /** The longest time that the tiles of an image may take. */
      tileSeconds: TILE_SECONDS,
      /** The memory of a process, on Linux. An idle one takes about 100 MB. */
      memoryMb: integer('IMAGE_MEMORY_MB', { fallback: 2_048, min: 256, max: 1_000_000 }),
    },
    /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is trusted. */
    trustedProxies: readProxies(variables),
    /** Minimum level of log entries; `info` includes a line per request. */
    logLevel: readLogLevel(variables),
    /** True if the sample projects are created on the first start. They belong to the sponsors of the sample users. */
    samples: readFlag(variables, 'SAMPLES', issuer === undefined ? '1' : '0'),
    /** Days after which events of the audit log are removed; 0 keeps them. */
    auditDays: integer('AUDIT_DAYS', { fallback: 365, min: 0, max: 36_500 }),
    /** Days for which deleted projects and datasets can be restored before they are removed; 0 keeps them. */
    restoreDays: integer('RESTORE_DAYS', { fallback: 30, min: 0, max: 36_500 }),
    /** Where operators read the metrics; undefined if they are not served. */
    metrics: readMetrics(variables),
    /** Seconds between a SIGTERM, after which the server reports that it is not ready, and the moment it stops listening. */
    shutdownDelaySeconds: integer('SHUTDOWN_DELAY_SECONDS', { fallback: 0, min: 0, max: 600 }),
    /** Seconds that requests in progress then have to finish. */
    shutdownLimitSeconds: integer('SHUTDOWN_LIMIT_SECONDS', { fallback: 5, min: 1, max: DAY_SECONDS }),
  };
}
