import { once } from '@data-manager/lib/once';
import { md5OfText } from '../uploads/checksums';

const DIGITS = 12;

/**
 * Creates a hash for the marks of a secret filter.
 * @param makeSalt returns a random text, which prevents guessing a secret from its hash
 */
export function createSaltedHash(makeSalt: () => string): (secret: string) => string {
  const salt = once(makeSalt);
  return (secret) => md5OfText(`${salt()} ${secret}`).slice(0, DIGITS);
}
