import fc from 'fast-check';
import { createSecretFilter } from '../../../src/domain/failures/secretFilter';
import { isWebLink } from '../../../src/lib/webLink';
import { keepJsonText, keepValue } from '../../../src/transfers/recorder/keepValue';

const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1c2VyLTEifQ.c2lnbmF0dXJl';
const LINK = `https://files.test/a.zip?X-Amz-Signature=MARKED0123456789&X-Amz-Date=20300102`;

function aFilter(known: readonly string[] = []) {
  const filter = createSecretFilter(() => 'salt');
  filter.learn(known);
  return filter;
}

describe('what a recording keeps of a text', () => {
  it.each([
    ['a presigned link', `see ${LINK}.`],
    ['a link with the secret in its path', 'see https://files.test/MARKED0123456789/a.zip'],
    ['a query without an origin', '/part?sig=MARKED0123456789'],
    ['credentials in a link', 's3://key:MARKED0123456789@bucket/a'],
    ['a JSON web token', `refused: eyJMARKED0123456789.eyJzdWIiOiIxIn0.c2ln`],
    ['a bearer token', 'Authorization was Bearer MARKED0123456789'],
    ['an access key id', 'no such key AKIAMARKED0123456789'],
    ['a key id that is good for a session', 'no such key ASIAMARKED0123456789'],
    ['a named signature', 'X-Amz-Signature: MARKED0123456789'],
    ['a named token in JSON', '{"refresh_token":"MARKED0123456789"}'],
    ['bytes in an address', 'data:text/plain;base64,MARKED0123456789'],
  ])('is nothing of %s', (_what, text) => {
    const kept = aFilter().clean(text);
    expect(kept).not.toContain('MARKED');
    expect(kept).toContain('removed');
  });

  it.each([
    'TC042_S000123_L01_ch02.tif',
    'acme/brains/TC042/a b (2).tif',
    'Slide 3.czi',
    'up-1',
    'The key is unknown.',
  ])('is all of %s, which holds no secret', (text) => {
    expect(aFilter([TOKEN, 'sk-12345678']).clean(text)).toBe(text);
  });

  it('is nothing of the session’s own values, also of those from before a refresh', () => {
    const filter = aFilter(['old-secret-value', 'a+b/c=secret']);
    filter.learn(['new-secret-value']);
    const kept = filter.clean('old-secret-value, new-secret-value, a+b/c=secret, a%2Bb%2Fc%3Dsecret');
    expect(kept).not.toMatch(/secret/);
  });

  it('has the same mark for the same secret, and another one for another', () => {
    const filter = aFilter();
    const [first, again, other] = [LINK, LINK, `${LINK}0`].map((link) => filter.clean(link));
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('has marks that depend on a salt, so that nobody can try out what was removed', () => {
    expect(createSecretFilter(() => 'another').clean(LINK)).not.toBe(aFilter().clean(LINK));
  });

  it('is stable: what was cleaned stays as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a ', LINK, TOKEN, '?x=', '"', ' token=', ':', 'Bearer ')), (pieces) => {
        const filter = aFilter(['known-secret']);
        const once = filter.clean(`${pieces.join('')} known-secret`);
        expect(filter.clean(once)).toBe(once);
      }),
    );
  });
});

describe('what a recording keeps of a value', () => {
  it('has addresses that are no web links as what they are, so that a replay refuses them as well', () => {
    const { url } = keepValue({ url: 'javascript:MARKED()' }, aFilter()) as { readonly url: string };
    expect(isWebLink(url)).toBe(false);
    expect(isWebLink((keepValue({ url: LINK }, aFilter()) as { readonly url: string }).url)).toBe(true);
  });

  it('has no member that is named as a secret, wherever it stands and whatever it looks like', () => {
    const kept = keepValue(
      { list: [{ access_token: 'plain', A_K: 'plain', deep: { Authorization: 'plain' } }] },
      aFilter(),
    );
    expect(JSON.stringify(kept)).not.toContain('plain');
  });

  it('is the very same object where nothing has to go', () => {
    const value = { files: [{ id: 'a', progress: { phase: 'waiting' } }] };
    expect(keepValue(value, aFilter())).toBe(value);
  });

  it('says of what is no JSON what it was', () => {
    const file = new File(['MARKED'], 'a.tif', { lastModified: 7 });
    const kept = keepValue(
      new Map<string, unknown>([
        ['a', file],
        ['b', () => 'MARKED'],
        ['c', new Date(0)],
      ]),
      aFilter(),
    );
    expect(kept).toEqual({
      $: 'map',
      entries: [
        ['a', { $: 'file', name: 'a.tif', size: 6, lastModified: 7 }],
        ['b', { $: 'function' }],
        ['c', { $: 'object' }],
      ],
    });
    expect(keepValue(undefined, aFilter())).toEqual({ $: 'undefined' });
  });

  it('has the links in a stored list removed as those in answers are, JSON in JSON included', () => {
    const filter = aFilter();
    const stored = JSON.stringify({ items: JSON.stringify([{ id: 'a', url: `${LINK}"quoted` }]), _persist: '{}' });
    const kept = keepJsonText(stored, filter);
    expect(kept).not.toContain('MARKED');
    const [item] = JSON.parse((JSON.parse(kept) as { items: string }).items) as { url: string }[];
    expect(item?.url).toBe((keepValue({ url: `${LINK}"quoted` }, filter) as { url: string }).url);
  });
});
