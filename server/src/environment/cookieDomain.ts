import { isIP } from 'node:net';

/**
 * Matches common public suffixes such as `co.uk`, for which browsers reject cookies. Browsers use the full public suffix
 * list, which is too large to include here.
 */
const PUBLIC_SUFFIX =
  /^(?:ac|co|com|edu|gob|gov|go|mil|net|ne|nom|org|or|sch)\.(?:ar|at|au|br|cn|id|il|in|jp|ke|kr|mx|my|nz|pl|sg|th|tr|tw|uk|za)$/;

/**
 * Returns the domain for cookies that a server at `publicUrl` can set and a page at `appUrl` can read: the host if both
 * are equal, otherwise their longest common parent domain of at least two labels. Undefined if there is none.
 */
export function sharedCookieDomain(publicUrl: string, appUrl: string): string | undefined {
  const publicHost = new URL(publicUrl).hostname;
  const appHost = new URL(appUrl).hostname;
  // Hosts with a trailing dot do not share cookies with a domain.
  if (publicHost.endsWith('.') || appHost.endsWith('.')) return undefined;
  if (publicHost === appHost) return appHost;
  if (isIP(publicHost) !== 0 || isIP(appHost) !== 0) return undefined;

  const publicLabels = publicHost.split('.').reverse();
  const appLabels = appHost.split('.').reverse();
  const different = appLabels.findIndex((label, index) => label !== publicLabels[index]);
  const shared = different === -1 ? appLabels : appLabels.slice(0, different);
  const domain = shared.toReversed().join('.');
  return shared.length < 2 || PUBLIC_SUFFIX.test(domain) ? undefined : domain;
}

/**
 * Returns the `Domain` attribute of a cookie. It is undefined for `localhost`, other single-label names and addresses,
 * for which browsers reject the attribute. Otherwise it is explicit, so that cookies written by the app replace these.
 */
export function cookieDomainAttribute(domain: string): string | undefined {
  const isAddress = isIP(domain.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || !domain.includes('.') ? undefined : domain;
}
