import fs from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const chromium = process.env.CHROMIUM_PATH ?? (fs.existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined);

/** How tests and scripts start Chromium: the one of `CHROMIUM_PATH`, silent on the network but for what the page asks. */
export const chromiumOptions: LaunchOptions = {
  ...(chromium === undefined ? {} : { executablePath: chromium }),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
