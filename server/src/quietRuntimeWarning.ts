/**
 * oidc-provider warns on any Node older than 22 as it is loaded, although it runs there, and the project's tests say so.
 * This is imported before anything that loads it, and keeps that one warning off the console.
 */
/* eslint-disable no-console -- the warning has no other switch */
const { warn } = console;
console.warn = (...words: readonly unknown[]): void => {
  if (!String(words[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...words);
};
await import('oidc-provider');
console.warn = warn;

export {};
