import fs from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const chromium = process.env.CHROMIUM_PATH ?? (fs.existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined);

/** Launch options for the Chromium in `CHROMIUM_PATH`, without background network traffic. */
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
