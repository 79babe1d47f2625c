import { addressOfKey, commonPlace, placeOfKey } from '../../src/domain/uploadedPlace';

describe('where uploaded files lie', () => {
  it.each([
    ['acme/brains/a.tif', { sponsorId: 'acme', project: 'brains' }],
    ['acme/brains/TC042/a.tif', { sponsorId: 'acme', project: 'brains', dataset: 'TC042' }],
    ['acme/brains/TC042/raw/day 1/a.tif', { sponsorId: 'acme', project: 'brains', dataset: 'TC042' }],
  ])('%s is the nearest of dataset and project', (key, place) => {
    expect(placeOfKey(key)).toEqual(place);
  });

  it.each([
    [[], undefined],
    [['acme/p/D/a', 'acme/p/D/raw/b'], { sponsorId: 'acme', project: 'p', dataset: 'D' }],
    [['acme/p/D/a', 'acme/p/E/b'], { sponsorId: 'acme', project: 'p' }],
    [['acme/p/D/a', 'acme/p/b', 'acme/p/D/c'], { sponsorId: 'acme', project: 'p' }],
    [['acme/p/D/a', 'acme/q/D/b'], { sponsorId: 'acme' }],
  ])('of %j is what all have in common', (keys, place) => {
    expect(commonPlace(keys.map(placeOfKey))).toEqual(place);
  });

  it('has an address that opens the folder', () => {
    expect(addressOfKey('acme/brains/TC 042/a.tif')).toBe('/acme/brains/TC%20042');
    expect(addressOfKey('acme/brains/TC042/raw/day 1/a.tif')).toBe('/acme/brains/TC042?folder=raw%2Fday+1');
  });
});
