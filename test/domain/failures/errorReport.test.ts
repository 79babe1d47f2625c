import fc from 'fast-check';
import { describeError, errorReportText, type ErrorReport } from '@data-manager/domain/failures/errorReport';
import { createSaltedHash } from '@data-manager/domain/failures/saltedHash';
import { createSecretFilter } from '@data-manager/domain/failures/secretFilter';

const { clean } = createSecretFilter(createSaltedHash(() => 'salt'));

function aReport(given: Partial<ErrorReport>, cleaner = clean): string {
  const report: ErrorReport = {
    when: 0,
    version: '1.0.0+abc',
    browser: 'Test Browser',
    viewport: '1 × 1',
    isOnline: false,
    part: 'screen',
    route: '/',
    error: new Error('gone'),
    componentStack: '',
    transfers: {},
    recentActions: [],
    ...given,
  };
  return errorReportText(report, cleaner);
}

it('an error report can be created from any thrown value', () => {
  const thrown = fc.oneof(
    fc.anything({ withNullPrototype: true, withObjectString: true }),
    fc.anything().map((message) => Object.assign(new Error('a'), { message, name: message, stack: message })),
    fc.anything().map((status) => ({ status })),
  );
  fc.assert(
    fc.property(thrown, (error) => {
      expect(aReport({ error })).toMatch(/^Error: /m);
    }),
  );
});

it('an error report contains positions in the app’s own scripts, and no other URL', () => {
  const error = Object.assign(new Error('gone'), {
    stack: [
      'Error: gone',
      'at a (https://app.test/static/main.0123456789ab.js:1:23)',
      'b@http://localhost:3000/static/576.js:4:5',
      'at c (https://storage.test/acme/brains/a.tif?X-Amz-Signature=0123456789)',
      'at d (https://app.test/static/main.js?token=0123456789)',
    ].join('\n'),
  });
  const lines = aReport({ error }).split('\n');
  expect(lines).toContain('  at a (static/main.0123456789ab.js:1:23)');
  expect(lines).toContain('  b@static/576.js:4:5');
  expect(lines.join('\n')).not.toMatch(/app\.test|storage\.test|0123456789\b/);
});

it('an error report has a limited length for any error', () => {
  const long = 'x '.repeat(100_000);
  const error = Object.assign(new Error(long), { stack: 'at a\n'.repeat(10_000) });
  expect(aReport({ error, componentStack: 'at B\n'.repeat(10_000) }).length).toBeLessThan(5_000);
});

it('an error report contains no part of a secret at which a long message is truncated', () => {
  const secret = 'opaque0session0value';
  const filter = createSecretFilter(createSaltedHash(() => 'salt'));
  filter.learn([secret]);
  const report = aReport({ error: new Error(`${'x'.repeat(990)} ${secret}`) }, filter.clean);
  expect(report).not.toContain('opaque0');
});

it('an error report contains the number of transfers and their recent actions', () => {
  const report = aReport({
    transfers: { 'uploads waiting': 3 },
    recentActions: [{ at: 0, type: 'uploads/partUploaded' }],
  });
  expect(report).toMatch(/^Transfers:\n {2}uploads waiting: 3$/m);
  expect(report).toMatch(/^Lately:\n {2}1970-01-01T00:00:00.000Z uploads\/partUploaded$/m);
});

test('an error of a route with a status is described by the status', () => {
  expect(describeError({ status: 404, data: 'secret' })).toEqual({
    name: 'Route error',
    message: 'status 404',
    stack: '',
  });
});
