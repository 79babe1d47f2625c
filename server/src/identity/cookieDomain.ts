import { isIP } from 'node:net';

/**
 * The domain of cookies that a server at `publicUrl` may set and a page at `appUrl` can read: the host itself where
 * both are the same, else the longest parent domain of at least two labels. Undefined where there is none.
 */
export function sharedCookieDomain(publicUrl: string, appUrl: string): string | undefined {
  const publicHost = new URL(publicUrl).hostname;
  const appHost = new URL(appUrl).hostname;
  if (publicHost === appHost) return appHost;
  if (isIP(publicHost) !== 0 || isIP(appHost) !== 0) return undefined;

  const publicLabels = publicHost.split('.').reverse();
  const appLabels = appHost.split('.').reverse();
  const different = appLabels.findIndex((label, index) => label !== publicLabels[index]);
  const shared = different === -1 ? appLabels : appLabels.slice(0, different);
  return shared.length >= 2 ? shared.reverse().join('.') : undefined;
}

/**
 * The `Domain` attribute of a cookie. `localhost`, other single-label names and addresses take host-only cookies,
 * since browsers refuse or ignore the attribute there; everywhere else it is explicit, so that a cookie which the
 * app writes on the same domain replaces this one instead of standing beside it.
 */
export function cookieDomainAttribute(domain: string): string | undefined {
  const isAddress = isIP(domain.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || !domain.includes('.') ? undefined : domain;
}
