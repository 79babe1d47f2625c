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
