/**
 * Suppresses the warning that oidc-provider prints when it is loaded on Node 20, which the tests show to work. Must be
 * imported before anything that loads oidc-provider.
 */
/* eslint-disable no-console -- the warning has no other switch */
const { warn } = console;
console.warn = (...args: readonly unknown[]): void => {
  if (!String(args[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...args);
};
await import('oidc-provider');
console.warn = warn;

export {};
