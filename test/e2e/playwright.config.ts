import { defineConfig } from '@playwright/test';
import { usesCluster } from '../cluster/usesCluster';
import { chromiumOptions } from '../support/chromiumOptions';

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;

/** Specs that a cluster can't run, or that prove nothing more on it. */
const NOT_ON_CLUSTER = [
  // They start a backend of their own behind a proxy that breaks its connections.
  'faults.spec.ts',
  'recording.spec.ts',
  // It knows only the signed URLs of the folder storage.
  'secrets.spec.ts',
  // They check how screens look.
  'accessibility.spec.ts',
  'layoutShift.spec.ts',
];

const ignored = usesCluster ? NOT_ON_CLUSTER : [];

/** Runs the built app in Chromium against the real local backend, or with `TEST_CLUSTER=1` against a cluster. */
export default defineConfig({
  testDir: '.',
  globalSetup: './globalSetup.ts',
  outputDir: 'results',
  // The tests of a worker share a backend, and there is only one cluster.
  workers: usesCluster ? 1 : 2,
  // The tests over an unreliable connection wait more than they compute, so they run beside the others from the start.
  projects: [
    { name: 'faults', testMatch: 'faults.spec.ts', testIgnore: ignored },
    { name: 'app', testIgnore: ['faults.spec.ts', ...ignored] },
  ],
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: report === undefined ? 'list' : [['list'], ['json', { outputFile: report }]],
  // Traces slow every test down. Record them with `--trace retain-on-failure`.
  use: { screenshot: 'only-on-failure', launchOptions: chromiumOptions },
});
