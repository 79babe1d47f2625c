import fc from 'fast-check';
import { belongsToSponsor, breadcrumbs, buildPath, redirectFor } from '@data-manager/domain/navigation/routePath';

describe('buildPath and breadcrumbs', () => {
  it('paths and breadcrumbs never throw for any path', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webPath()), (path) => {
        breadcrumbs(path);
        redirectFor(path, 'acme');
      }),
    );
  });

  it('breadcrumbs keep a malformed encoding unchanged', () => {
    expect(breadcrumbs('/acme/50%').at(-1)?.label).toBe('50%');
  });

  it('a path replaces a lone surrogate instead of failing', () => {
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

it.each([
  ['/', '/acme'],
  ['/other', '/acme'],
  ['/other/brains', '/acme'],
  ['//acme/brains', '/acme'],
  ['/acmee', '/acme'],
  ['/acme', undefined],
  ['/acme/brains/TC042/upload', undefined],
  ['/acme?tab=1', undefined],
])('redirectFor sends a member of acme from %s to %p', (path, target) => {
  expect(redirectFor(path, 'acme')).toBe(target);
});

it('redirectFor encodes a sponsor ID like any segment', () => {
  expect(redirectFor('/', 'a b')).toBe('/a%20b');
  expect(belongsToSponsor('/a%20b/x', 'a b')).toBe(true);
});
