import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect } from '@playwright/test';
import { freePort } from '../support/startBackend';
import { ACME_MEMBER, walkLogin } from '../support/walkLogin';
import { FAILED_REQUEST, test } from './support';

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

test.use({ expectedMessages: ['Content Security Policy', 'frame-ancestors', FAILED_REQUEST] });

test('the security policy blocks scripts that are injected as markup', async ({ page, backend }) => {
  const violations: string[] = [];
  page.on('console', (message) => violations.push(message.text()));
  await walkLogin(page, backend.appUrl, ACME_MEMBER);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.wasRun = "inline script"';
    document.body.append(script);
    const image = document.createElement('div');
    image.innerHTML = '<img src="x:" onerror="window.wasRun = \'handler\'"><a href="javascript:window.wasRun=1">x</a>';
    document.body.append(image);
    image.querySelector('a')?.click();
  });
  await expect.poll(() => violations.filter((one) => one.includes('script-src')).length).toBeGreaterThan(2);
  expect(await page.evaluate(() => Reflect.get(window, 'wasRun') as unknown)).toBeUndefined();
});

test('the security policy blocks requests and images from other origins', async ({ page, backend }) => {
  let requests = 0;
  const { url, close } = await serve((_request, response) => {
    requests += 1;
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
  expect(requests).toBe(0);
  await close();
});

test('the security policy prevents other pages from embedding the app in a frame', async ({ page, backend }) => {
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
