import { configProblemText } from '@data-manager/domain/deployment/deploymentConfig';
import { loadConfig } from '../../src/app/loadConfig';
import { aDeployment } from '../support/builders';
import { createFakeServer, type FakeAnswer } from '../support/fakeServer';
import { pass } from '../support/virtualTime';

/** Resolves relative URLs against an origin. */
function load(answer: FakeAnswer) {
  const { fetch } = createFakeServer({ 'GET /config.json': answer });
  return loadConfig((input, init) =>
    fetch(input instanceof Request ? input : new URL(input, 'https://app.test'), init),
  );
}

it('loadConfig returns the URLs of the deployment', async () => {
  expect(await load({ json: aDeployment() })).toMatchObject({ ok: true, value: { apiUrl: 'https://api.test/v1' } });
});

it.each<[string, FakeAnswer, RegExp]>([
  ['is missing', { status: 404 }, /config\.json is missing \(status 404\)/],
  ['cannot be loaded', 'unreachable', /config\.json could not be loaded/],
  ['is no JSON', { text: '<!doctype html>' }, /config\.json is not valid JSON/],
  ['has a bad address', { json: { ...aDeployment(), logoutUrl: 'logout' } }, /"logoutUrl" is not an absolute/],
])('loadConfig says so when the file %s', async (_name, answer, words) => {
  const config = await load(answer);
  const message = config.ok ? '' : configProblemText(config.failure);
  expect(message).toMatch(/^Config validation error/);
  expect(message).toMatch(words);
});

it('loadConfig times out after 30 s', async () => {
  jest.useFakeTimers();
  const config = load('hanging');
  await pass(30_000);
  expect(await config).toMatchObject({ failure: { problem: 'config.json could not be loaded' } });
});
