import type { AttemptCounter } from './database/attempts';
import type { Database } from './database/sql';
import type { Environment } from './environment';
import type { Issuer } from './identity/issuer';
import type { IdentityKeys } from './identity/keys';
import type { Sessions } from './identity/sessions';
import type { SessionTokenIssuer } from './identity/tokens';
import type { HeavyLimit, TaskCounts } from './locks';
import type { BlobStore } from './objects/blobStore';
import type { DataFolder } from './objects/dataFolder';
import type { ObjectStore } from './objects/objectStore';
import type { Uploads } from './objects/uploads';
import type { UrlSigner } from './objects/urlSigner';
import type { ImageChecks } from './previews/imageChecks';
import type { ImageReader } from './previews/imageReader';
import type { Previews } from './previews/previews';

/** The dependencies of the routes. Created by `startServer.ts` and passed to every route plugin as its options. */
export interface Services {
  readonly environment: Environment;
  /** Aborts when the server is about to stop. Requests are still handled for a while. */
  readonly stopping: AbortSignal;
  readonly database: Database;
  readonly folder: DataFolder;
  readonly blobs: BlobStore;
  readonly objects: ObjectStore;
  readonly uploads: Uploads;
  readonly previews: Previews;
  readonly imageChecks: ImageChecks;
  readonly images: ImageReader;
  /** Secrets of the sign-in and of the preview credentials. */
  readonly keys: IdentityKeys;
  /** The identity provider, built in or external. */
  readonly issuer: Issuer;
  readonly sessions: Sessions;
  readonly tokens: SessionTokenIssuer;
  readonly signer: UrlSigner;
  /** The requests of signed-in users that are being handled. */
  readonly userRequests: TaskCounts;
  /** Limits requests that read or change thousands of rows, by user. */
  readonly heavy: HeavyLimit;
  /** Counts attempts for rate limits. */
  readonly attempts: AttemptCounter;
}
