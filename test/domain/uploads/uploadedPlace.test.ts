import { addressOfKey } from '@data-manager/domain/listing/addressOfKey';
import { placeOfKey, sharedPlace } from '@data-manager/domain/uploads/uploadKey';

it.each([
  ['acme/brains/a.tif', { sponsorId: 'acme', project: 'brains' }],
  ['acme/brains/TC042/a.tif', { sponsorId: 'acme', project: 'brains', dataset: 'TC042' }],
  ['acme/brains/TC042/raw/day 1/a.tif', { sponsorId: 'acme', project: 'brains', dataset: 'TC042' }],
])('the place of uploaded files is the dataset or project of %s', (key, place) => {
  expect(placeOfKey(key)).toEqual(place);
});

it.each([
  ['acme/p/D/a', 'acme/p/D/raw/b', { sponsorId: 'acme', project: 'p', dataset: 'D' }],
  ['acme/p/D/a', 'acme/p/E/b', { sponsorId: 'acme', project: 'p' }],
  ['acme/p/D/a', 'acme/p/b', { sponsorId: 'acme', project: 'p' }],
  ['acme/p/a', 'acme/p/D/b', { sponsorId: 'acme', project: 'p' }],
  ['acme/p/D/a', 'acme/q/D/b', { sponsorId: 'acme' }],
])('the place of uploaded files is what %s and %s have in common', (one, other, place) => {
  expect(sharedPlace(placeOfKey(one), placeOfKey(other))).toEqual(place);
});

it('the place of uploaded files has an address that opens the folder', () => {
  expect(addressOfKey('acme/brains/TC 042/a.tif')).toBe('/acme/brains/TC%20042');
  expect(addressOfKey('acme/brains/TC042/raw/day 1/a.tif')).toBe('/acme/brains/TC042?folder=raw%2Fday+1');
});
