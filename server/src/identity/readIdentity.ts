import { HttpError } from '../common/errors';
import type { Identity } from '../database/accounts/sessions';
import { DEFAULT_CLAIMS, type ClaimNames } from '../environment/issuerSettings';
import { describeKeyProblem } from '../names/keyRules';

export type Claims = Readonly<Record<string, unknown>>;

/** Sources of claims in the order in which they are read. Later sources are read only if a claim is missing. */
type ClaimSources = readonly (() => Promise<Claims | undefined>)[];

const MAX_USER_ID_LENGTH = 200;

/**
 * Reads a user's identity from the claims of an identity provider.
 *
 * @param known The identity before a renewal without an id token; it stays valid where claims are missing.
 * @throws HttpError 403 if the claims contain no valid sponsor or user.
 */
export async function readIdentity(
  subject: string,
  names: ClaimNames,
  sources: ClaimSources,
  known?: Identity,
): Promise<Identity> {
  const claims: Claims[] = [];
  const rest = [...sources];
  const find = (name: string): unknown =>
    claims.map((source) => claimOf(source, name)).find((value) => value !== undefined && value !== null);
  const isMissing = (): boolean => [names.sponsor, names.user, names.admin].some((name) => find(name) === undefined);
  for (let next = rest.shift(); next !== undefined && (claims.length === 0 || isMissing()); next = rest.shift()) {
    const source = await next();
    if (source !== undefined) claims.push(source);
  }

  const sponsorId = textOf(find(names.sponsor)) ?? known?.sponsorId;
  const userId = textOf(find(names.user)) ?? known?.userId;
  if (sponsorId === undefined) throw noAccess(names.sponsor, 'is missing');
  if (userId === undefined) throw noAccess(names.user, 'is missing');
  const problem = sponsorId.includes('/') ? 'contains a slash' : describeKeyProblem(sponsorId);
  if (problem !== undefined) throw noAccess(names.sponsor, problem);
  if (userId.length > MAX_USER_ID_LENGTH || userId.includes('\0')) throw noAccess(names.user, 'is too long or invalid');

  const admin = find(names.admin);
  return {
    subject,
    userId,
    sponsorId,
    isAdmin: admin === undefined && known !== undefined ? known.isAdmin : isAdmin(admin, names),
    name: shownText(find('name')) ?? known?.name,
    email: shownText(find('email')) ?? known?.email,
  };
}

/** Returns a claim by its name, or by a path with dots, such as Keycloak's `realm_access.roles`. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const key of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Claims)[key];
  }
  return value;
}

/** Returns a string or number as a string, even if it is the only item of a list. */
function textOf(value: unknown): string | undefined {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof only === 'number') return String(only);
  return typeof only === 'string' && only !== '' ? only : undefined;
}

function shownText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.replaceAll('\0', '').slice(0, 200) : undefined;
}

/** Reads a boolean, text such as "TRUE", or a list of groups that contains the value. */
function isAdmin(claim: unknown, { adminValue }: ClaimNames): boolean {
  return [claim].flat().some((value) => {
    if (!['string', 'boolean', 'number'].includes(typeof value)) return false;
    const text = String(value);
    return text === adminValue || (adminValue === DEFAULT_CLAIMS.adminValue && text.toLowerCase() === adminValue);
  });
}

function noAccess(claim: string, problem: string): HttpError {
  return new HttpError(
    403,
    `Your account has no access to Data Manager: its claim “${claim}” ${problem}. Ask your administrator.`,
    'FORBIDDEN',
  );
}
