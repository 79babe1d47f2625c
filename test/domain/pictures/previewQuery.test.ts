import fc from 'fast-check';
import { readListQuery } from '@data-manager/domain/listing/listQuery';
import { readPreviewPlace, viewerFragment, writePreviewPlace } from '@data-manager/domain/pictures/previewQuery';

it('viewerFragment contains the section, the layer, the hidden channels and the chosen colours', () =>
  expect(viewerFragment({ section: 12, layer: 2, off: [3, 4] }, { 1: '#ff00ff', 2: '#00ff00' })).toBe(
    'section=12&layer=2&off=3&off=4&colour=1-ff00ff&colour=2-00ff00',
  ));

it('viewerFragment is empty if the preview shows nothing and no colour was chosen', () =>
  expect(viewerFragment({ section: undefined, off: [] }, {})).toBe(''));

it('the preview query in the URL can be parsed after it was written', () =>
  fc.assert(
    fc.property(fc.nat(999_999), fc.uniqueArray(fc.nat(99), { maxLength: 5 }), (section, channels) => {
      const place = { section, off: channels.sort((left, right) => left - right) };
      expect(readPreviewPlace(writePreviewPlace(place, new URLSearchParams()))).toEqual(place);
    }),
  ));

it('the preview query in the URL keeps the layer and the page of the images', () => {
  const place = { section: 5, layer: 2, page: 17, off: [] };
  const written = writePreviewPlace(place, new URLSearchParams());
  expect(written.toString()).toBe('section=5&section-layer=2&page=17');
  expect(readPreviewPlace(written)).toEqual(place);
});

it("the preview query in the URL is independent of the file list's parameters", () => {
  const others = new URLSearchParams('folder=raw&q=atlas&sections=1-20&ch=2&layer=1&section=5');
  const written = writePreviewPlace({ section: 123, off: [2] }, others);
  expect(written.toString()).toBe('folder=raw&q=atlas&sections=1-20&ch=2&layer=1&section=123&off=2');
  expect(readListQuery(written)).toEqual(readListQuery(others));
});

it.each([
  'section=',
  'section=-1',
  'section=12x',
  'section=1234567',
  'off=ch1&off=123',
  'page=0',
  'page=x',
  'section-layer=123',
])('the preview query in the URL ignores the invalid query %s', (query) => {
  expect(readPreviewPlace(new URLSearchParams(query))).toEqual({ section: undefined, off: [] });
});
