import { createCleanLog } from '../../src/session/sessionSecrets';
import { createFakePorts, signIn } from '../support/fakePorts';

it('createCleanLog removes URLs and the values of the session, including a session that starts later', () => {
  const ports = createFakePorts();
  const log = createCleanLog(ports);
  for (const [key, value] of Object.entries(signIn(ports, { refresh_token: 'refresh-of-today' }))) {
    ports.localStorage.set(key, value);
  }
  log('TypeError: Failed to parse https://storage.test/a.tif?X-Amz-Signature=0123456789 (refresh-of-today)');
  expect(ports.recorded.logs).toHaveLength(1);
  expect(ports.recorded.logs[0]).toMatch(/^TypeError: Failed to parse /);
  expect(ports.recorded.logs[0]).not.toMatch(/storage\.test|0123456789|refresh-of-today/);
});

it('createCleanLog keeps the positions in the app’s own scripts', () => {
  const ports = createFakePorts();
  createCleanLog(ports)('Error: gone\n    at a (https://app.test/static/main.0123456789ab.js:1:23)');
  expect(ports.recorded.logs).toEqual(['Error: gone\n    at a (static/main.0123456789ab.js:1:23)']);
});
