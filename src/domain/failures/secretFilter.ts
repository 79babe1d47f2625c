import { isWebLink } from '../../lib/webLink';
import { md5OfText } from '../uploads/checksums';

/** Shorter ones would be found in words that are none. */
const SHORTEST_SECRET = 8;
const MARK_DIGITS = 12;

/** Members whose values are secrets, or addresses that carry one. */
const SECRET_MEMBER =
  /^(?:url|href|link|a_k|s_k|ak|sk|cookies?|.*(?:token|secret|signature|credentials?|authorization|password))$/i;

/** What has none of these holds no secret of a known form: so it is with most names, of which there are thousands. */
const HINT = /[:=? ]|eyJ|A[KS]IA/;

const ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>\\]+/gi;

const FORMS: readonly RegExp[] = [
  /\b(?:data|blob):[^\s"'<>\\]+/gi,
  // The query of an address without an origin.
  /\?[^\s"'<>\\]*=[^\s"'<>\\]*/g,
  // JSON web tokens.
  /\beyJ[\w-]{5,}(?:\.[\w-]*){0,4}/g,
  /\b(?:bearer\s+[\w.~+/=-]{6,}|basic\s+[\w.~+/=-]{16,})/gi,
  // Access key ids of AWS.
  /\bA[KS]IA[A-Z0-9]{12,}/g,
  // Whatever is named as one: `X-Amz-Signature=…`, `"refresh_token": "…"`.
  /(?<=(?:x-amz-[\w-]+|[\w-]*(?:token|secret|signature|credential|password|authorization|cookie|(?:api|access|session)[-_]?(?:key|id))[\w-]*)["']?\s*[:=]\s*["']?)[^\s"',;&}]+/gi,
];

const MARK = /^(?:\[removed-[\da-f]+\]|https:\/\/removed\.invalid\/[\da-f]+)$/;

/** Takes secrets out of texts. The same secret always leaves the same mark, from which it can't be found again. */
export interface SecretCleaner {
  /** A text without what is known as a secret or looks like one. Addresses go as a whole: a path may hold one, too. */
  readonly clean: (text: string) => string;
  /** The same for the value of a member of that name. */
  readonly cleanMember: (text: string, name: string) => string;
}

interface SecretFilter extends SecretCleaner {
  /** Secrets as they are from now on; those of before may still come along. True if one of them is new. */
  readonly learn: (secrets: readonly string[]) => boolean;
}

/**
 * A filter that has learnt no secret yet; what looks like one it takes out all the same.
 * @param makeSalt random: without it, nobody can try out which secret it was that left a mark
 */
export function createSecretFilter(makeSalt: () => string): SecretFilter {
  const known = new Set<string>();
  /** Whether it is one of a secret, by name: asked for each member of everything. */
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
