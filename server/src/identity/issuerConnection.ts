import { createLocalJWKSet, createRemoteJWKSet, type JWK, type JWTVerifyGetKey } from 'jose';
import * as client from 'openid-client';
import { StartupError } from '../common/errors';
import { isLoopback, type IssuerSettings } from '../environment/issuerSettings';

/** A renewal makes up to three requests in the time for which it is claimed. */
const TIMEOUT_SECONDS = 5;

/** For identity providers on this machine only. */
// oxlint-disable-next-line typescript/no-deprecated -- marked so that it is not used over a network
const allowHttp: (configuration: client.Configuration) => void = client.allowInsecureRequests;

/** A connection to an identity provider: its endpoints and keys. */
export interface IssuerConnection {
  readonly configuration: client.Configuration;
  readonly keys: JWTVerifyGetKey;
}

/**
 * Connects to an external identity provider. The returned function does so again if it can't be reached at present.
 *
 * @throws StartupError if the identity provider can't work with these settings.
 */
export async function connectAtStart(
  settings: IssuerSettings,
  report: (error: unknown) => void,
): Promise<() => Promise<IssuerConnection>> {
  try {
    const connection = await discoverIssuer(settings);
    return () => Promise.resolve(connection);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    report(error);
    return () => discoverIssuer(settings);
  }
}

/**
 * Reads the endpoints of an identity provider from its discovery document.
 *
 * @throws StartupError if the document does not describe this issuer or lacks what a sign-in needs.
 */
async function discoverIssuer({ url, clientId, clientSecret }: IssuerSettings): Promise<IssuerConnection> {
  const execute = isLoopback(url) ? [allowHttp] : [];
  let discovered: client.Configuration;
  try {
    discovered = await client.discovery(new URL(url), clientId, undefined, undefined, {
      execute,
      timeout: TIMEOUT_SECONDS,
    });
  } catch (error) {
    if (error instanceof client.ClientError && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
      throw new StartupError(`The discovery document of OIDC_ISSUER (${url}) describes another issuer.`);
    }
    throw error;
  }
  const server = discovered.serverMetadata();
  const { jwks_uri: keysUrl, token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
  if (server.issuer !== url) {
    throw new StartupError(
      `OIDC_ISSUER is "${url}", but the issuer calls itself "${server.issuer}". Use that spelling.`,
    );
  }
  const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).find(
    (name) => server[name] === undefined,
  );
  if (missing !== undefined || keysUrl === undefined) {
    throw new StartupError(`The discovery document of OIDC_ISSUER (${url}) has no ${missing ?? 'jwks_uri'}.`);
  }
  // Some issuers don't decode the credentials of HTTP Basic, in which even hyphens are encoded.
  const authenticate = methods.includes('client_secret_post') ? client.ClientSecretPost : client.ClientSecretBasic;
  const configuration = new client.Configuration(
    server,
    clientId,
    undefined,
    clientSecret === undefined ? client.None() : authenticate(clientSecret),
  );
  configuration.timeout = TIMEOUT_SECONDS;
  if (execute.length > 0) allowHttp(configuration);
  return { configuration, keys: createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: TIMEOUT_SECONDS * 1_000 }) };
}

/** Connects to an identity provider on this machine whose endpoints and public keys are known. */
export function connectLocally(
  metadata: client.ServerMetadata,
  { clientId, clientSecret }: IssuerSettings,
  keys: readonly JWK[],
): IssuerConnection {
  const configuration = new client.Configuration(metadata, clientId, undefined, client.ClientSecretPost(clientSecret));
  allowHttp(configuration);
  return { configuration, keys: createLocalJWKSet({ keys: [...keys] }) };
}
