import { expect, test } from '@playwright/test';
import { bindPort, boundPort } from '../../server/src/startup/bindPort';
import { eventually } from '../support/settled';

test('the page that is shown while the server starts is replaced once when the server is ready, even if it was unreachable', async ({
  page,
  context,
}) => {
  let [documents, polls, failures] = [0, 0, 0];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
    else polls += 1;
  });
  page.on('requestfailed', () => (failures += 1));
  const server = await bindPort('127.0.0.1', 0, 'PORT');
  await page.clock.install();
  await page.goto(`http://127.0.0.1:${String(boundPort(server))}/acme/Brains`);
  await expect(page.getByRole('heading', { name: 'Data Manager is starting' })).toBeVisible();
  await eventually(page, async () => expect(polls).toBeGreaterThanOrEqual(3));
  await context.setOffline(true);
  await eventually(page, async () => expect(failures).toBeGreaterThanOrEqual(2));
  await context.setOffline(false);
  expect(documents).toBe(1);
  server.removeAllListeners('request');
  server.on('request', (_request, response) => response.setHeader('content-type', 'text/html').end('<h1>Brains</h1>'));
  await eventually(page, () => expect(page.getByRole('heading', { name: 'Brains' })).toBeVisible({ timeout: 100 }));
  expect(documents).toBe(2);
  server.close();
  server.closeAllConnections();
});
