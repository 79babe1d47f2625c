import { isWebLink } from '@data-manager/lib/webLink';

/** Shorter secrets would match ordinary words. */
const SHORTEST_SECRET = 8;

/** Members whose values are secrets or URLs with secrets. */
const SECRET_MEMBER =
  /^(?:url|href|link|a_k|s_k|ak|sk|cookies?|.*(?:token|secret|signature|credentials?|authorization|password))$/i;

/** Texts without any of these contain no secret of a known form. Saves time, since most names have none. */
const HINT = /[:=? ]|eyJ|dm_|A[KS]IA/;

const ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>\\]+/gi;

const FORMS: readonly RegExp[] = [
  /\b(?:data|blob):[^\s"'<>\\]+/gi,
  // The query of a URL without an origin.
  /\?[^\s"'<>\\]*=[^\s"'<>\\]*/g,
  // JSON web tokens.
  /\beyJ[\w-]{5,}(?:\.[\w-]*){0,4}/g,
  /\b(?:bearer\s+[\w.~+/=-]{6,}|basic\s+[\w.~+/=-]{16,})/gi,
  // Access tokens of this server.
  /\bdm_[\w-]{43}(?![\w-])/g,
  // AWS access key ids.
  /\bA[KS]IA[A-Z0-9]{12,}/g,
  // Named secrets: `X-Amz-Signature=…`, `"refresh_token": "…"`.
  /(?<=(?:x-amz-[\w-]+|[\w-]*(?:token|secret|signature|credential|password|authorization|cookie|(?:api|access|session)[-_]?(?:key|id))[\w-]*)["']?\s*[:=]\s*["']?)[^\s"',;&}]+/gi,
];

const MARK = /^(?:\[removed(?:-[\da-f]+)?\]|https:\/\/removed\.invalid\/[\da-f]*)$/;

/** Replaces secrets in texts with marks, which don't reveal them. */
export interface SecretCleaner {
  /** Replaces known secrets and texts that look like secrets. URLs are replaced entirely, because a path may contain one. */
  readonly clean: (text: string) => string;
  /** Does the same for the value of a member with this name. */
  readonly cleanMember: (text: string, name: string) => string;
}

interface SecretFilter extends SecretCleaner {
  /** Adds secrets to the known secrets. Returns true if any of them is new. */
  readonly learn: (secrets: readonly string[]) => boolean;
}

/**
 * Creates a filter without known secrets. It still replaces texts that look like secrets.
 * @param hash makes the marks of different secrets different, for example `createSaltedHash`; all are the same by default
 */
export function createSecretFilter(hash: (secret: string) => string = () => ''): SecretFilter {
  const known = new Set<string>();
  /** Returns true for the name of a secret member. Cached, since it is called for every member. */
  const memberNames = new Map<string, boolean>();

  const mark = (secret: string): string => {
    if (MARK.test(secret)) return secret;
    const hashed = hash(secret);
    return hashed === '' ? '[removed]' : `[removed-${hashed}]`;
  };
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
