import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { requireChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, giveUp, runTool } from './steps.mjs';

await ensureInstalled();

const results = fs.mkdtempSync(path.join(os.tmpdir(), 'data-manager-test-'));
const started = performance.now();
let passed = 0;
let failed = 0;

/** A check that has no count of its own: it is one test. */
async function check(title, script, args, env) {
  console.log(`\n── ${title}`);
  const code = await runTool(script, args, env);
  if (code === 0) passed += 1;
  else failed += 1;
  console.log(`${code === 0 ? '✓' : '✗'} ${title}`);
}

function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

async function unitTests() {
  console.log('\n── unit, component and server tests');
  const report = path.join(results, 'jest.json');
  const code = await runTool('jest/bin/jest.js', ['--json', `--outputFile=${report}`]);
  const counts = readReport(report);
  passed += counts?.numPassedTests ?? 0;
  const red = (counts?.numFailedTests ?? 0) + (counts?.numRuntimeErrorTestSuites ?? 0);
  // A runner that fell over before it counted anything is a failure all the same.
  failed += red === 0 && code !== 0 ? 1 : red;
}

async function endToEndTests() {
  console.log('\n── end-to-end tests');
  const report = path.join(results, 'e2e.json');
  const code = await runTool('@playwright/test/cli.js', ['test', '-c', 'test/e2e'], {
    CHROMIUM_PATH: await requireChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const stats = readReport(report)?.stats;
  passed += stats?.expected ?? 0;
  const red = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  failed += red === 0 && code !== 0 ? 1 : red;
}

const eslint = { ESLINT_USE_FLAT_CONFIG: 'false', NODE_NO_WARNINGS: '1' };

/** In the order in which they run; `npm test -- lint e2e` runs those two. */
const steps = {
  types: async () => {
    await check('types of the app', 'typescript/bin/tsc', ['-p', '.']);
    await check('types of the server', 'typescript/bin/tsc', ['-p', 'server']);
  },
  lint: async () => {
    await check('format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']);
    await check('lint', 'eslint/bin/eslint.js', ['.', '--ext', '.ts,.tsx,.cjs,.mjs', '--max-warnings=0'], eslint);
    await check('dead code and unused dependencies', 'knip/bin/knip.js', []);
  },
  unit: unitTests,
  e2e: async () => {
    await ensureBuilt();
    await endToEndTests();
  },
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in steps));
if (unknown.length > 0) giveUp(`No such step: ${unknown.join(', ')}. There are ${Object.keys(steps).join(', ')}.`);
for (const [name, step] of Object.entries(steps)) {
  if (chosen.length === 0 || chosen.includes(name)) await step();
}

fs.rmSync(results, { recursive: true, force: true });
console.log(`\nin ${Math.round((performance.now() - started) / 1000)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
