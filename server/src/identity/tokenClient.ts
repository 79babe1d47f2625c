import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Services } from '../services';
import { CALLBACK_PATH, CLIENT_ID, OIDC_PATH } from './provider';
import { unauthorized } from './tokenVerifier';

const TokenAnswer = Type.Object({
  access_token: Type.String(),
  id_token: Type.String(),
  refresh_token: Type.String(),
});

export type Tokens = Static<typeof TokenAnswer>;

/** The token endpoint as this process reaches itself; the public URL may lead through a proxy that only browsers see. */
function tokenEndpoint({ host, port }: Services['environment']): string {
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const own = everywhere[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${own}:${port}${OIDC_PATH}/token`;
}

async function requestTokens(
  { environment, keys }: Pick<Services, 'environment' | 'keys'>,
  parameters: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const response = await fetch(tokenEndpoint(environment), {
    method: 'POST',
    body: new URLSearchParams({ ...parameters, client_id: CLIENT_ID, client_secret: keys.clientSecret }),
  });
  const answer: unknown = await response.json();
  if (response.status === 400) throw unauthorized('The session has ended. Sign in again.');
  if (!response.ok || !Value.Check(TokenAnswer, answer)) {
    throw new Error(`The token endpoint answered ${response.status} without tokens.`);
  }
  return answer;
}

/**
 * Trades the code that the browser brought back for tokens.
 *
 * @throws HttpFailure 401 where the identity provider refuses.
 */
export function exchangeCode(services: Services, code: string, verifier: string): Promise<Tokens> {
  return requestTokens(services, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: `${services.environment.publicUrl}${CALLBACK_PATH}`,
  });
}

/**
 * Trades a refresh token for new tokens; it can't be used again.
 *
 * @throws HttpFailure 401 where it was used already, has expired, or its user signed out.
 */
export function refreshTokens(services: Services, refreshToken: string): Promise<Tokens> {
  return requestTokens(services, { grant_type: 'refresh_token', refresh_token: refreshToken });
}
