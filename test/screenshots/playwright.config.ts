import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../support/chromiumOptions';

/** Takes screenshots of every screen in Chromium against the real local backend. */
export default defineConfig({
  testDir: '.',
  globalSetup: '../e2e/globalSetup.ts',
  outputDir: '../e2e/results',
  workers: 2,
  fullyParallel: true,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: { actionTimeout: 60_000, launchOptions: chromiumOptions },
});
