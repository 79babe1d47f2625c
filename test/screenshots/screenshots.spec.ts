import fs from 'node:fs';
import path from 'node:path';
import { test } from '../e2e/support';
import { SCREEN_GROUPS, walkScreens } from '../support/everyScreen';
import { settled } from '../support/settled';

const DOCUMENTS = 'docs/images';
const { FOLDER: folder = DOCUMENTS, SIZE: size = '1280', SCHEME: scheme = 'light' } = process.env;
const [width = '', height = '800'] = size.split('x');

for (const group of SCREEN_GROUPS) {
  test(`the screens of the group “${group}” are photographed`, async ({ browser, backend, disk }) => {
    fs.mkdirSync(folder, { recursive: true });
    const context = await browser.newContext({
      baseURL: backend.appUrl,
      colorScheme: scheme === 'light' ? 'light' : 'dark',
      forcedColors: scheme === 'forced' ? 'active' : 'none',
      viewport: { width: Number(width), height: Number(height) },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const visit = async (name: string): Promise<void> => {
      const file = path.join(folder, `${name}.png`);
      // In the folder of the docs, it only replaces existing ones.
      if (folder === DOCUMENTS && !fs.existsSync(file)) return;
      await settled(page);
      await page.screenshot({ path: file });
    };
    await walkScreens(group, { page, appUrl: backend.appUrl, disk, visit });
    await context.close();
  });
}
