import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Static, TSchema } from '@sinclair/typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify';
import type { Sent } from '../common/sent';
import type { AttemptCounter } from '../database/accounts/attempts';
import type { Database } from '../database/sql';
import type { DataFolder } from '../disk/dataFolder';
import type { Environment } from '../environment/environment';
import type { AccessTokens } from '../identity/accessTokens';
import type { Issuer } from '../identity/issuer';
import type { IdentityKeys } from '../identity/keys';
import type { Sessions } from '../identity/sessions';
import type { SessionTokenIssuer } from '../identity/tokens';
import type { ImageChecks } from '../images/imageChecks';
import type { ImageWorkers } from '../images/imageWorkers';
import type { Previews } from '../images/previews';
import type { ObjectStore } from '../objects/objectStore';
import type { Uploads } from '../objects/uploads';
import type { SealKeys } from '../pipelines/seal/sealKeys';
import type { HeavyLimit, TaskCounts } from '../scheduling/limits';
import type { BlobStore } from '../storage/blobStore';
import type { UrlSigner } from '../storage/urlSigner';

/** The dependencies of the routes, created by `startServer.ts`. */
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
  readonly images: Pick<ImageWorkers, 'render' | 'tile'>;
  /** Secrets of the sign-in and of the preview credentials. */
  readonly keys: IdentityKeys;
  /** The keys that sign the seals of datasets. */
  readonly sealKeys: SealKeys;
  /** The identity provider, built in or external. */
  readonly issuer: Issuer;
  readonly sessions: Sessions;
  readonly tokens: SessionTokenIssuer;
  readonly accessTokens: AccessTokens;
  readonly signer: UrlSigner;
  /** The requests of signed-in users that are being handled. */
  readonly userRequests: TaskCounts;
  /** Limits requests that read or change thousands of rows, by user. */
  readonly heavy: HeavyLimit;
  /** Counts attempts for rate limits. */
  readonly attempts: AttemptCounter;
}

/** Types requests and responses by their schemas. A response may have more members than its schema, which are not sent. */
interface RouteTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  readonly serializer: this['schema'] extends TSchema ? Sent<Static<this['schema']>> : unknown;
}

/** Adds routes to a scope, whose hooks apply to them. */
export type Routes<More = unknown> = (
  app: FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, RouteTypes>,
  services: Services & More,
) => void;
