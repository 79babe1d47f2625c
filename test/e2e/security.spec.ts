import { once } from 'node:events';
import fs from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { drawnTiff } from '../support/drawnTiff';
import { freePort } from '../support/startBackend';
import { ACME_ADMIN, ACME_MEMBER, walkLogin } from '../support/walkLogin';
import { expectPainted, nextArchive, test } from './support';

/** Console errors that are expected. */
const EXPECTED = [
  // Playwright's init script in the sandboxed frame that saves archives.
  "Blocked script execution in 'about:blank' because the document's frame is sandboxed",
];

/** Collects policy violations, console errors and uncaught exceptions from all pages of a context. */
async function watchComplaints(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = [];
  await context.exposeFunction('reportViolation', (violation: string) => complaints.push(violation));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      const report: unknown = Reflect.get(window, 'reportViolation');
      const violation = `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile} ${sample}`;
      if (typeof report === 'function') Reflect.apply(report, window, [violation]);
    });
  });
  const watch = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() !== 'error' || EXPECTED.some((words) => message.text().includes(words))) return;
      complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  };
  context.pages().forEach(watch);
  context.on('page', watch);
  return complaints;
}

/** Starts a web server on another origin. */
async function serve(
  listener: RequestListener,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const port = await freePort();
  const server = createServer(listener).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test.describe('the content security policy', () => {
  test('allows everything from login through upload, pictures and download to logout', async ({
    page,
    context,
    backend,
    disk,
  }) => {
    const complaints = await watchComplaints(context);
    await walkLogin(page, backend.appUrl, ACME_ADMIN);
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByLabel('Title').fill('policy');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'policy' }).click();
    await page.waitForURL('**/acme/policy');

    const name = 'TC042_S000002_L01_ch08.tif';
    fs.writeFileSync(path.join(disk, name), drawnTiff(3_000_000, 7));
    await page.goto('/acme/mouse-brain-atlas/TC042/upload');
    await chooseBy(page, 'Choose files', path.join(disk, name));
    const completed = page.waitForResponse(
      (response) => response.url().endsWith('/upload/complete') && response.request().method() === 'POST',
      { timeout: 60_000 },
    );
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    const transfers = page.getByRole('region', { name: 'Transfers' });
    await completed;
    await expect(transfers).toBeHidden();

    await page.goto('/acme/mouse-brain-atlas/TC042');
    await page.getByRole('searchbox', { name: 'Search' }).fill('S000002_L01_ch08');
    await expectPainted(page.getByRole('img', { name }));
    await page.getByRole('checkbox', { name }).check();
    const download = nextArchive(page);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    expect(fs.statSync(await (await download).path()).size).toBeGreaterThan(0);
    await expect(transfers).toBeHidden();

    // Menus and dialogs insert styles.
    await page.getByRole('button', { name: 'Add To Viewer' }).click();
    // Ignores the link of an external workstation, which another test may have added.
    const link = page.getByRole('link', { name: 'Open in viewer' }).and(page.locator(`[href^="${backend.url}"]`));
    const address = await link.getAttribute('href', { timeout: 60_000 });
    // A tab opened by the app could run before its errors are collected.
    const tiles = await context.newPage();
    await tiles.goto(address ?? '');
    await expect(tiles.getByRole('heading', { name: 'TC042' })).toBeVisible();
    await expect(tiles.locator('canvas').first()).toBeVisible();
    await expect(tiles.locator('#notice')).toBeHidden({ timeout: 30_000 });
    await expect(tiles.getByRole('status')).toContainText('Section 1');
    await tiles.close();
    await page.getByRole('button', { name: 'Transfer history' }).click();
    await expect(page.getByRole('dialog', { name: 'Transfer history' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${backend.url}/**`);
    expect(complaints).toEqual([]);
  });

  test('blocks scripts that are injected as markup', async ({ page, context, backend }) => {
    const complaints = await watchComplaints(context);
    await walkLogin(page, backend.appUrl, ACME_MEMBER);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.wasRun = "inline script"';
      document.body.append(script);
      const image = document.createElement('div');
      image.innerHTML =
        '<img src="x:" onerror="window.wasRun = \'handler\'"><a href="javascript:window.wasRun=1">x</a>';
      document.body.append(image);
      image.querySelector('a')?.click();
    });
    await expect
      .poll(() => complaints.filter((complaint) => complaint.includes('script-src')).length)
      .toBeGreaterThan(2);
    expect(await page.evaluate(() => Reflect.get(window, 'wasRun') as unknown)).toBeUndefined();
  });

  test('blocks requests and images from other origins', async ({ page, backend }) => {
    let asked = 0;
    const { url, close } = await serve((_request, response) => {
      asked += 1;
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
    });
    await walkLogin(page, backend.appUrl, ACME_MEMBER);
    const outcomes = await page.evaluate(async (target) => {
      const fetched = await fetch(target).then(
        () => 'sent',
        () => 'refused',
      );
      const shown = await new Promise<string>((resolve) => {
        const image = new Image();
        image.onload = () => resolve('loaded');
        image.onerror = () => resolve('refused');
        image.src = target;
      });
      return [fetched, shown];
    }, url);
    expect(outcomes).toEqual(['refused', 'refused']);
    expect(asked).toBe(0);
    await close();
  });

  test('prevents other pages from embedding the app in a frame', async ({ page, backend }) => {
    const paths = ['/', '/index.html', '/acme/mouse-brain-atlas'];
    const frames = [...paths.map((one) => backend.appUrl + one), `${backend.url}/login`, `${backend.url}/signed-out`];
    const { url, close } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(frames.map((src) => `<iframe src="${src}"></iframe>`).join(''));
    });
    const refused = new Set<string>();
    page.on('console', (message) => {
      if (message.text().includes('frame-ancestors')) refused.add(message.text());
    });
    await page.goto(url);
    expect(page.frames()).toHaveLength(frames.length + 1);
    for (const frame of page.frames().slice(1)) {
      await expect.poll(() => frame.url()).toBe('chrome-error://chromewebdata/');
    }
    await expect.poll(() => refused.size).toBeGreaterThan(0);
    await close();
  });
});
