import fc from 'fast-check';
import { createSaltedHash } from '@data-manager/domain/failures/saltedHash';
import { createSecretFilter } from '@data-manager/domain/failures/secretFilter';
import { isWebLink } from '@data-manager/lib/webLink';
import { redact } from '../../../src/app/recorder/redact';
import { revive } from '../../replay/revive';

const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1c2VyLTEifQ.c2lnbmF0dXJl';
const LINK = `https://files.test/a.zip?X-Amz-Signature=MARKED0123456789&X-Amz-Date=20300102`;

function aFilter(known: readonly string[] = []) {
  const filter = createSecretFilter(createSaltedHash(() => 'salt'));
  filter.learn(known);
  return filter;
}

describe('the secret filter', () => {
  it.each([
    ['a presigned link', `see ${LINK}.`],
    ['a link with the secret in its path', 'see https://files.test/MARKED0123456789/a.zip'],
    ['a query without an origin', '/part?sig=MARKED0123456789'],
    ['credentials in a link', 's3://key:MARKED0123456789@bucket/a'],
    ['a JSON web token', `refused: eyJMARKED0123456789.eyJzdWIiOiIxIn0.c2ln`],
    ['a bearer token', 'Authorization was Bearer MARKED0123456789'],
    ['an access token of a program', 'dm_MARKED0123456789012345678901234567890123456'],
    ['an access key id', 'no such key AKIAMARKED0123456789'],
    ['a key id that is good for a session', 'no such key ASIAMARKED0123456789'],
    ['a named signature', 'X-Amz-Signature: MARKED0123456789'],
    ['a named token in JSON', '{"refresh_token":"MARKED0123456789"}'],
    ['bytes in an address', 'data:text/plain;base64,MARKED0123456789'],
  ])('removes %s', (_what, text) => {
    const redacted = aFilter().clean(text);
    expect(redacted).not.toContain('MARKED');
    expect(redacted).toContain('removed');
  });

  it.each([
    'TC042_S000123_L01_ch02.tif',
    'acme/brains/TC042/a b (2).tif',
    'Slide 3.czi',
    'up-1',
    'The key is unknown.',
  ])('keeps %s, which is not a secret', (text) => {
    expect(aFilter([TOKEN, 'sk-12345678']).clean(text)).toBe(text);
  });

  it('removes the values of the session, including those from before a refresh', () => {
    const filter = aFilter(['old-secret-value', 'a+b/c=secret']);
    filter.learn(['new-secret-value']);
    const redacted = filter.clean('old-secret-value, new-secret-value, a+b/c=secret, a%2Bb%2Fc%3Dsecret');
    expect(redacted).not.toMatch(/secret/);
  });

  it('replaces the same secret by the same mark and different secrets by different marks', () => {
    const filter = aFilter();
    const [first, again, other] = [LINK, LINK, `${LINK}0`].map((link) => filter.clean(link));
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('salts its marks, so that they can’t be guessed', () => {
    expect(createSecretFilter(createSaltedHash(() => 'another')).clean(LINK)).not.toBe(aFilter().clean(LINK));
  });

  it('replaces all secrets by the same mark without a hash', () => {
    const filter = createSecretFilter();
    expect(filter.clean(`${LINK} ${TOKEN}`)).toBe('https://removed.invalid/ [removed]');
    expect(filter.clean('https://removed.invalid/ [removed]')).toBe('https://removed.invalid/ [removed]');
  });

  it('leaves a cleaned text unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a ', LINK, TOKEN, '?x=', '"', ' token=', ':', 'Bearer ')), (pieces) => {
        const filter = aFilter(['known-secret']);
        const once = filter.clean(`${pieces.join('')} known-secret`);
        expect(filter.clean(once)).toBe(once);
      }),
    );
  });
});

describe('redact', () => {
  it('keeps web links distinguishable from other URLs, so that a replay rejects the same ones', () => {
    const { url } = redact({ url: 'javascript:MARKED()' }, aFilter()) as { readonly url: string };
    expect(isWebLink(url)).toBe(false);
    expect(isWebLink((redact({ url: LINK }, aFilter()) as { readonly url: string }).url)).toBe(true);
  });

  it('returns the same object if it has no secrets', () => {
    const value = { files: [{ id: 'a', progress: { phase: 'waiting' } }] };
    expect(redact(value, aFilter())).toBe(value);
  });

  it('searches a list of objects once if it has no secrets', () => {
    const lists = new WeakMap<object, unknown>();
    const filter = aFilter();
    const cleanMember = jest.fn(filter.cleanMember);
    const files = [{ key: 'a' }, { key: 'b' }];
    redact({ files }, { ...filter, cleanMember }, lists);
    expect(redact({ again: [files, files] }, { ...filter, cleanMember }, lists)).toEqual({
      again: [files, files],
    });
    expect(cleanMember).toHaveBeenCalledTimes(files.length);
  });

  it('returns the same copy of a list of objects that has secrets', () => {
    const lists = new WeakMap<object, unknown>();
    const filter = aFilter();
    const files = [{ url: LINK }];
    const copyOf = () => (redact({ files }, filter, lists) as { readonly files: unknown }).files;
    const copy = copyOf();
    expect(JSON.stringify(copy)).not.toContain('MARKED');
    expect(copyOf()).toBe(copy);
  });

  it.each([
    ['a list of texts', ['MARKED']],
    ['a list in a list', [['MARKED']]],
  ])('searches %s again', (_name, list) => {
    const lists = new WeakMap<object, unknown>();
    redact({ notes: list }, aFilter(), lists);
    expect(JSON.stringify(redact({ token: list }, aFilter(), lists))).not.toContain('MARKED');
  });

  it('replaces what JSON can’t represent by its kind', () => {
    const file = new File(['MARKED'], 'a.tif', { lastModified: 7 });
    const redacted = redact(
      new Map<string, unknown>([
        ['a', file],
        ['b', () => 'MARKED'],
        ['c', new Date(0)],
      ]),
      aFilter(),
    );
    expect(redacted).toEqual({
      $: 'map',
      entries: [
        ['a', { $: 'file', name: 'a.tif', size: 6, lastModified: 7 }],
        ['b', { $: 'function' }],
        ['c', { $: 'object' }],
      ],
    });
    expect(redact(undefined, aFilter())).toEqual({ $: 'undefined' });
  });

  it('the sizes of files, undefined for missing ones, are the same in a replay', () => {
    const sizes = [310, undefined, 0];
    expect(revive(JSON.parse(JSON.stringify(redact(sizes, aFilter()))))).toEqual(sizes);
  });

  it('removes links from JSON texts, including JSON within JSON, as it does from objects', () => {
    const filter = aFilter();
    const stored = JSON.stringify({ items: JSON.stringify([{ id: 'a', url: `${LINK}"quoted` }]), _persist: '{}' });
    const redacted = redact(stored, filter) as string;
    expect(redacted).not.toContain('MARKED');
    const [item] = JSON.parse((JSON.parse(redacted) as { items: string }).items) as { url: string }[];
    expect(item?.url).toBe((redact({ url: `${LINK}"quoted` }, filter) as { url: string }).url);
  });
});
