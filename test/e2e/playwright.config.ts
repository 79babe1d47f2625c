import { defineConfig } from '@playwright/test';
import { usesCluster } from '../cluster/usesCluster';
import { chromiumOptions } from '../support/chromiumOptions';

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;

/** Specs that start a backend of their own behind a proxy that breaks its connections. */
const BEHIND_PROXY = ['faults.spec.ts', 'recording.spec.ts'];

/** Specs that wait more than they compute: for retries, for slow responses, and for killed uploads. */
const WAITING = [...BEHIND_PROXY, 'layoutShift.spec.ts', 'takeOver.spec.ts'];

/** Specs that a cluster can't run, or that prove nothing more on it. */
const NOT_ON_CLUSTER = [
  ...BEHIND_PROXY,
  // It only recognizes the signed URLs of the folder storage.
  'secrets.spec.ts',
  // They check the appearance of screens.
  'accessibility.spec.ts',
  'cutTexts.spec.ts',
  'dock.spec.ts',
  'layoutShift.spec.ts',
  // They check what the browser does with the same files and responses.
  'development.spec.ts',
  'errors.spec.ts',
  'firstLoad.spec.ts',
  'keyboard.spec.ts',
  'metadata.spec.ts',
  'oddReadout.spec.ts',
  'oldBrowser.spec.ts',
  'preview.spec.ts',
  'replay.spec.ts',
  'ruler.spec.ts',
  'serverStart.spec.ts',
  'startFrame.spec.ts',
  'tabs.spec.ts',
  'tallList.spec.ts',
  'translator.spec.ts',
  'worklist.spec.ts',
];

const ignored = usesCluster ? NOT_ON_CLUSTER : [];

/** Runs the built app in Chromium against the real local backend, or with `TEST_CLUSTER=1` against a cluster. */
export default defineConfig({
  testDir: '.',
  globalSetup: './globalSetup.ts',
  outputDir: 'results',
  // The tests of a worker share a backend, and there is only one cluster.
  workers: usesCluster ? 1 : 3,
  // Two workers that compute keep two cores busy. A third one waits beside them from the start to the end.
  projects: [
    { name: 'waiting', testMatch: WAITING, testIgnore: ignored, workers: 1 },
    { name: 'app', testIgnore: [...WAITING, ...ignored], workers: 2 },
  ],
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  // On a busy machine, a picture can take longer than 15 s.
  expect: { timeout: 30_000 },
  reporter: report === undefined ? 'list' : [['list'], ['json', { outputFile: report }]],
  // Traces slow every test down. Record them with `--trace retain-on-failure`.
  use: { screenshot: 'only-on-failure', launchOptions: chromiumOptions },
});
