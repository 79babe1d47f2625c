import { routePattern } from '../../src/app/errors/errorReport';

test.each([
  ['/', '/'],
  ['/acme', '/:sponsorId'],
  ['/acme/brains', '/:sponsorId/:project'],
  ['/acme/brains/upload', '/:sponsorId/:project/upload'],
  ['/acme/brains/Upload', '/:sponsorId/:project/:dataset'],
  ['/acme/brains/TC042/upload?a=b', '/:sponsorId/:project/:dataset/upload'],
  ['/acme/a/b/c', '*'],
])('the report of an error at %s names the route %s', (path, pattern) => {
  expect(routePattern(path)).toBe(pattern);
});
