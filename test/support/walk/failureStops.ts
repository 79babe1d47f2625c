import { expect, type Page } from '@playwright/test';
import { bindPort, boundPort } from '../../../server/src/startup/bindPort';
import { ACME_ADMIN, walkLogin } from '../walkLogin';
import { DATASET, type Walk } from './walk';

/** Signs out and visits the pages of the server: after the logout, the sign-in form, and its failures. Signs in again. */
export async function visitServerPages({ page, appUrl, visit }: Walk): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await visit('signed-out', page.getByRole('heading', { name: 'Signed out' }));
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await visit('sign-in', page.getByRole('heading', { name: 'Sign in' }));
  const form = page.url();
  await page.getByLabel('Email').fill('nobody@acme.example');
  await page.getByLabel('Password').fill('a wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await visit('sign-in-refused');
  await page.context().clearCookies();
  await page.goto(form);
  await visit('sign-in-failed', page.getByRole('heading', { name: 'Sign-in failed' }));
  await walkLogin(page, appUrl, ACME_ADMIN);
}

/** Visits the page while the server starts, a screen that cannot be shown, and the page for old browsers. */
export async function visitFailures({ page, appUrl, visit }: Walk): Promise<void> {
  const starting = await bindPort('127.0.0.1', 0, 'PORT');
  await page.goto(`http://127.0.0.1:${String(boundPort(starting))}`);
  await visit('server-starting', page.getByRole('heading', { name: 'Data Manager is starting' }));
  starting.close();
  starting.closeAllConnections();

  await page.goto(appUrl);
  await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible();
  await page.route('**/static/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
  await expect(unexpected(page)).toContainText('Its code could not be loaded');
  await visit('screen-code-missing');
  await page.unroute('**/static/*.js');

  await page.goto(appUrl + DATASET.slice(0, DATASET.lastIndexOf('/')));
  await expect(page.getByRole('link', { name: 'TC042' })).toBeVisible();
  await page.evaluate(() => {
    const { flatMap } = Array.prototype;
    const repair = () => void Object.assign(Array.prototype, { flatMap });
    Object.assign(window, { repair });
    Array.prototype.flatMap = function (this: unknown[], ...given: Parameters<typeof flatMap>) {
      // The list that is left may still be rendered.
      if (location.pathname.endsWith('/TC042')) throw new Error('The list of sections could not be read');
      return flatMap.apply(this, given);
    } as typeof flatMap;
  });
  await page.getByRole('link', { name: 'TC042' }).click();
  await expect(unexpected(page)).toContainText('The list of sections could not be read');
  await page.evaluate('repair()');
  await visit('screen-crashed');

  await page.route('**/supported.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `delete window.BroadcastChannel;\n${await response.text()}` });
  });
  await page.goto(appUrl);
  await expect(page.getByRole('alert')).toContainText('This browser is too old');
  await visit('old-browser');
  await page.unroute('**/supported.js');
}

function unexpected(page: Page) {
  return page.getByRole('alert').filter({ hasText: 'Unexpected Application Error!' });
}
