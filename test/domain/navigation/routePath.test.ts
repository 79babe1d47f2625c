import fc from 'fast-check';
import {
  belongsToSponsor,
  breadcrumbs,
  buildPath,
  parsePath,
  redirectFor,
} from '@data-manager/domain/navigation/routePath';

/** Any valid path segment: not empty, without slashes, not `upload`, `.` or `..`. */
const title = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((text) => !text.includes('/') && !['upload', '.', '..'].includes(text));

describe('buildPath and parsePath', () => {
  it('parses every project, dataset and upload path that was built', () => {
    fc.assert(
      fc.property(title, title, title, fc.boolean(), (sponsorId, project, dataset, upload) => {
        const places = [
          { sponsorId, upload: false },
          { sponsorId, project, upload },
          { sponsorId, project, dataset, upload },
        ];
        for (const place of places) expect(parsePath(buildPath(place))).toEqual(place);
      }),
    );
  });

  it('never throws for any path', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webPath()), (path) => {
        parsePath(path);
        breadcrumbs(path);
        redirectFor(path, 'acme');
      }),
    );
  });

  it('keeps a malformed encoding unchanged', () => {
    expect(parsePath('/acme/50%')).toEqual({ sponsorId: 'acme', project: '50%', upload: false });
  });

  it('rejects four segments that are not an upload path', () => {
    expect(parsePath('/acme/brains/TC042/more')).toBeUndefined();
    expect(parsePath('/')).toBeUndefined();
  });

  it('replaces a lone surrogate instead of failing', () => {
    expect(buildPath({ sponsorId: 'acme', project: 'a\ud800' })).toBe('/acme/a%EF%BF%BD');
  });
});

describe('breadcrumbs', () => {
  it('links each breadcrumb to the path up to its segment, the last being the current page', () => {
    expect(breadcrumbs('/acme/mouse%20brains/TC042/upload')).toEqual([
      { label: 'acme', path: '/acme', isLast: false },
      { label: 'mouse brains', path: '/acme/mouse%20brains', isLast: false },
      { label: 'TC042', path: '/acme/mouse%20brains/TC042', isLast: false },
      { label: 'upload', path: '/acme/mouse%20brains/TC042/upload', isLast: true },
    ]);
  });
});

describe('redirectFor', () => {
  it.each([
    ['/', '/acme'],
    ['/other', '/acme'],
    ['/other/brains', '/acme'],
    ['//acme/brains', '/acme'],
    ['/acmee', '/acme'],
    ['/acme', undefined],
    ['/acme/brains/TC042/upload', undefined],
    ['/acme?tab=1', undefined],
  ])('sends a member of acme from %s to %p', (path, target) => {
    expect(redirectFor(path, 'acme')).toBe(target);
  });

  it('encodes a sponsor ID like any segment', () => {
    expect(redirectFor('/', 'a b')).toBe('/a%20b');
    expect(belongsToSponsor('/a%20b/x', 'a b')).toBe(true);
  });
});
