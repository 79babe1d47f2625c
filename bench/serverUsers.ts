import type { FakeIssuer } from '../test/support/fakeIssuer';
import { Browser } from '../test/support/signIn';
import type { Backend } from '../test/support/startBackend';

/** The number of sponsors that use a server at the same time. */
export const SPONSORS = 50;

/** Sends a request and returns its JSON, and throws an error for a rejected one. */
export type Send = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Returns the environment variables with which a server uses the issuer of the benchmark. */
export function issuerVariables({ url }: FakeIssuer): Readonly<Record<string, string>> {
  return { OIDC_ISSUER: url, OIDC_CLIENT_ID: 'bench', OIDC_SPONSOR_CLAIM: 'sponsor' };
}

/** Signs in a user of each sponsor and creates a project for it. */
export async function signInSponsors(backend: Backend, issuer: FakeIssuer): Promise<readonly Send[]> {
  const users: Send[] = [];
  for (let index = 0; index < SPONSORS; index += 1) {
    const send = await signInSponsor(backend, issuer, index);
    await send('POST', '/project', { title: 'bench' });
    users.push(send);
  }
  return users;
}

/** The headers of a signed-in user's requests. */
export type UserHeaders = Readonly<Record<string, string>>;

/** Signs in a user of a sponsor. */
export async function signInSponsor(backend: Backend, issuer: FakeIssuer, index: number): Promise<Send> {
  return sendAs(backend, await signInHeaders(backend, issuer, index));
}

/** Signs in a user of a sponsor, and returns the headers of its requests. */
export function signInHeaders(
  backend: Backend,
  issuer: FakeIssuer,
  index: number,
  isAdmin = false,
): Promise<UserHeaders> {
  issuer.behavior.idClaims = {
    sponsor: sponsorOf(index),
    sub: `user-${String(index)}`,
    ...(isAdmin && { 'custom:isAdmin': true }),
  };
  return signIn(backend, isAdmin);
}

export function sponsorOf(index: number): string {
  return `sponsor-${String(index)}`;
}

/** Signs a user in at the issuer of the benchmark, which requires no input. */
async function signIn(backend: Backend, isAdmin: boolean): Promise<UserHeaders> {
  const browser = new Browser(backend);
  const { response } = await browser.open('/login');
  const back = await fetch(response.headers.get('location') ?? '', { redirect: 'manual' });
  await browser.open(back.headers.get('location') ?? '');
  return {
    authorization: `Bearer ${browser.cookies.get('access_token') ?? ''}`,
    ...(isAdmin && { 'x-id-token': browser.cookies.get('id_token') ?? '' }),
  };
}

function sendAs(backend: Backend, headers: UserHeaders): Send {
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(backend.url + path, { method, headers: { ...headers, ...type }, ...sent });
    if (response.status !== 200) throw new Error(`${method} ${path} was answered with ${String(response.status)}.`);
    return (await response.json()) as Record<string, unknown>;
  };
}
