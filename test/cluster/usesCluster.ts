/** True if tests run against two servers behind haproxy, on PostgreSQL, Ceph and a separate identity provider. */
export const usesCluster = process.env.TEST_CLUSTER === '1';

/** Calls of the folder storage and the built-in identity provider. */
const ONLY_EMBEDDED = /^[A-Z]+ \/(?:storage|contents|archives|sign-in|oidc)\//;

/** Returns whether the tested servers have a call, `GET /project` for example. */
export function isServed(call: string): boolean {
  return !usesCluster || !ONLY_EMBEDDED.test(call);
}
