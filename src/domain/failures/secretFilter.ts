import { isWebLink } from '../../lib/webLink';
import { md5OfText } from '../uploads/checksums';

/** Shorter secrets would match ordinary words. */
const SHORTEST_SECRET = 8;
const MARK_DIGITS = 12;

/** Members whose values are secrets or URLs with secrets. */
const SECRET_MEMBER =
  /^(?:url|href|link|a_k|s_k|ak|sk|cookies?|.*(?:token|secret|signature|credentials?|authorization|password))$/i;

/** Texts without any of these contain no secret of a known form. Saves time, since most names have none. */
const HINT = /[:=? ]|eyJ|A[KS]IA/;

const ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>\\]+/gi;

const FORMS: readonly RegExp[] = [
  /\b(?:data|blob):[^\s"'<>\\]+/gi,
  // The query of a URL without an origin.
  /\?[^\s"'<>\\]*=[^\s"'<>\\]*/g,
  // JSON web tokens.
  /\beyJ[\w-]{5,}(?:\.[\w-]*){0,4}/g,
  /\b(?:bearer\s+[\w.~+/=-]{6,}|basic\s+[\w.~+/=-]{16,})/gi,
  // AWS access key ids.
  /\bA[KS]IA[A-Z0-9]{12,}/g,
  // Named secrets: `X-Amz-Signature=…`, `"refresh_token": "…"`.
  /(?<=(?:x-amz-[\w-]+|[\w-]*(?:token|secret|signature|credential|password|authorization|cookie|(?:api|access|session)[-_]?(?:key|id))[\w-]*)["']?\s*[:=]\s*["']?)[^\s"',;&}]+/gi,
];

const MARK = /^(?:\[removed-[\da-f]+\]|https:\/\/removed\.invalid\/[\da-f]+)$/;

/** Replaces secrets in texts with marks. The same secret always gets the same mark, which doesn't reveal it. */
export interface SecretCleaner {
  /** Replaces known secrets and texts that look like secrets. URLs are replaced entirely, because a path may contain one. */
  readonly clean: (text: string) => string;
  /** Does the same for the value of a member with this name. */
  readonly cleanMember: (text: string, name: string) => string;
}

interface SecretFilter extends SecretCleaner {
  /** Adds secrets to the known ones. Returns true if any of them is new. */
  readonly learn: (secrets: readonly string[]) => boolean;
}

/**
 * Creates a filter without known secrets. It still replaces texts that look like secrets.
 * @param makeSalt returns a random text, which prevents guessing a secret from its mark
 */
export function createSecretFilter(makeSalt: () => string): SecretFilter {
  const known = new Set<string>();
  /** Returns true for the name of a secret member. Cached, since it is called for every member. */
  const memberNames = new Map<string, boolean>();
  let salt: string | undefined;

  const hash = (secret: string): string => md5OfText(`${(salt ??= makeSalt())} ${secret}`).slice(0, MARK_DIGITS);
  const mark = (secret: string): string => (MARK.test(secret) ? secret : `[removed-${hash(secret)}]`);
  const markAddress = (url: string): string =>
    isWebLink(url) && !MARK.test(url) ? `https://removed.invalid/${hash(url)}` : mark(url);

  const clean = (text: string): string => {
    let left = text.includes('://') ? text.replace(ADDRESS, markAddress) : text;
    for (const secret of known) {
      if (left.length >= secret.length && left.includes(secret)) left = left.replaceAll(secret, mark(secret));
    }
    return HINT.test(left) ? FORMS.reduce((rest, form) => rest.replace(form, mark), left) : left;
  };
  const isSecretMember = (name: string): boolean => {
    const isKnown = memberNames.get(name);
    if (isKnown !== undefined) return isKnown;
    const isSecret = SECRET_MEMBER.test(name);
    memberNames.set(name, isSecret);
    return isSecret;
  };
  return {
    learn: (secrets) => {
      const before = known.size;
      for (const secret of secrets) {
        if (secret.length < SHORTEST_SECRET || known.has(secret)) continue;
        known.add(secret).add(encodeURIComponent(secret));
      }
      return known.size > before;
    },
    clean,
    cleanMember: (text, name) => (isSecretMember(name) ? markAddress(text) : clean(text)),
  };
}
