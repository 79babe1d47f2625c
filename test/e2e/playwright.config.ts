import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../support/chromiumOptions';

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;

/** Runs the built app in Chromium against the real local backend. */
export default defineConfig({
  testDir: '.',
  globalSetup: './globalSetup.ts',
  outputDir: 'results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: report === undefined ? 'list' : [['list'], ['json', { outputFile: report }]],
  // Traces slow every test down. Record them with `--trace retain-on-failure`.
  use: { screenshot: 'only-on-failure', launchOptions: chromiumOptions },
});
