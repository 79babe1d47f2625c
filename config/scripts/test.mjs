import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { requireChromium } from './chromium.mjs';
import { otherNodes, prepareNode } from './nodes.mjs';
import { captureTool, ensureBuilt, ensureInstalled, giveUp, root, runTool } from './steps.mjs';

await ensureInstalled();

const results = fs.mkdtempSync(path.join(os.tmpdir(), 'data-manager-test-'));
const started = performance.now();
let passed = 0;
let failed = 0;
/** What failed, printed last so that the end of a long log names it. */
const failures = [];

/** Runs checks, two at a time unless told otherwise. Each counts as one test. */
async function runChecks(checks, atOnce = 2) {
  const waiting = [...checks];
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { title, script, args, env, run = () => captureTool(script, args, env) } = check;
      const { code, output } = await run();
      if (code === 0) passed += 1;
      else {
        failed += 1;
        failures.push(title);
      }
      console.log(`${code === 0 ? '✓' : '✗'} ${title}`);
      if (output.trim() !== '') console.log(output);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

async function runJest(name, args, env, node) {
  const report = path.join(results, `${name}.json`);
  const workers = args.some((one) => /^--(runInBand|maxWorkers)/.test(one)) ? [] : ['--maxWorkers=2'];
  const code = await runTool('jest/bin/jest.js', [...workers, '--json', `--outputFile=${report}`, ...args], env, node);
  const counts = readReport(report);
  passed += counts?.numPassedTests ?? 0;
  for (const file of counts?.testResults ?? []) {
    // The message has the errors of all its tests.
    if (file.status === 'failed') failures.push(`${file.name}\n${file.message}`);
  }
  const red = (counts?.numFailedTests ?? 0) + (counts?.numRuntimeErrorTestSuites ?? 0);
  // A runner that crashed before it counted anything is a failure too.
  failed += red === 0 && code !== 0 ? 1 : red;
}

/** `--changed` compares with the last commit, `--changed=REVISION` with another one. */
const changedOption = process.argv.find((argument) => /^--changed(=|$)/.test(argument));
const changedSince = changedOption && (changedOption.split('=')[1] ?? 'HEAD');

/** Jest's options for the tests that depend on changed files, if only those are run. */
const affected = changedSince === undefined ? [] : [`--changedSince=${changedSince}`, '--passWithNoTests'];

/** Tests start the server as a process, which Jest's dependency graph cannot see: a change to the server runs them all. */
function isServerChanged() {
  const lists = [
    ['diff', '--name-only', changedSince],
    ['ls-files', '--others', '--exclude-standard'],
  ];
  return lists.some((list) => spawnSync('git', [...list, '--', 'server'], { cwd: root }).stdout.length > 0);
}

async function endToEndTests(env = {}) {
  const report = path.join(results, 'e2e.json');
  const code = await runTool('@playwright/test/cli.js', ['test', '-c', 'test/e2e'], {
    ...env,
    CHROMIUM_PATH: await requireChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  // Playwright lists what failed at the end of its own log.
  const { stats } = readReport(report) ?? {};
  passed += stats?.expected ?? 0;
  const red = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  failed += red === 0 && code !== 0 ? 1 : red;
  if (code !== 0) failures.push('end-to-end tests');
}

/**
 * Runs tests on two servers behind haproxy with PostgreSQL, Ceph and separate identity providers, which it starts. Each part
 * starts a cluster of its own.
 */
async function clusterTests() {
  await ensureBuilt();
  const env = { TEST_CLUSTER: '1', NODE_NO_WARNINGS: '1' };
  await runJest('cluster-api', ['--selectProjects', 'clusterApi', '--runInBand'], env);
  await runJest('cluster', ['--selectProjects', 'cluster', '--runInBand'], env);
  await endToEndTests(env);
}

const serverTests = [
  '--selectProjects',
  'server',
  // They wait for processes and disks a quarter of the time.
  '--maxWorkers=3',
];

/** What differs most between versions of Node: HTTP, streams, files, processes and workers. */
const TESTS_OF_PLATFORM = [
  'commandLine',
  'downloads',
  'durability',
  'longBodies',
  'previews',
  'stopping',
  'uploads',
  'zipJobs',
];

/**
 * Runs a build and a start on the other versions of Node, and the development server and the tests of what uses Node most on the
 * newest: what works on it and on this one works on those in between.
 */
async function nodeTests() {
  const versions = otherNodes();
  for (const version of versions) {
    const isLast = version === versions.at(-1);
    const { node, env, checks } = await prepareNode(version, results, isLast);
    if (isLast) {
      const files = TESTS_OF_PLATFORM.map((name) => `test/server/${name}.test.ts`);
      await runJest(`server-${version}`, [...serverTests, ...files], env, node);
    }
    await runChecks(checks, 1);
  }
}

/** Runs the main job in Firefox and WebKit, which it installs. */
async function browserTests() {
  await ensureBuilt();
  await runJest('browsers', ['--selectProjects', 'browsers', '--runInBand']);
}

/** Checks that need only the source files, slowest first. They run in parallel with the other steps. */
const checks = {
  lint: [
    {
      title: 'lint',
      script: 'eslint/bin/eslint.js',
      args: ['.', '--max-warnings=0', '--cache', '--cache-location', 'node_modules/.cache/eslint/'],
    },
    { title: 'format', script: 'prettier/bin/prettier.cjs', args: ['--check', '--log-level', 'warn', '.'] },
    { title: 'dead code and unused dependencies', script: 'knip/bin/knip.js', args: [] },
  ],
  types: [
    {
      title: 'types, rules that need types, and cycles of imports',
      script: 'oxlint/bin/oxlint',
      args: ['--type-aware', '--type-check'],
    },
  ],
};

/** What the end-to-end tests need: the app, whose build uses one core most of the time, and a browser, which may be installed. */
const build = {
  title: 'build',
  async run() {
    await Promise.all([ensureBuilt(), requireChromium()]);
    return { code: 0, output: '' };
  },
};

/** The other steps in the order in which they run. `npm test -- lint e2e` runs only those two. */
const steps = {
  unit: () => runJest('unit', ['--selectProjects', 'app', 'logic', ...affected]),
  schedules: () => runJest('schedules', ['--selectProjects', 'schedules', ...affected]),
  server: () =>
    runJest('server', [...serverTests, ...(changedSince !== undefined && isServerChanged() ? [] : affected)]),
  e2e: async () => {
    await ensureBuilt();
    await endToEndTests();
  },
};

/** Steps that run only if they are chosen. */
const optionalSteps = {
  browsers: browserTests,
  cluster: clusterTests,
  nodes: nodeTests,
  image: () => runJest('image', ['--selectProjects', 'image', '--runInBand']),
};

const chosen = process.argv.slice(2).filter((argument) => argument !== changedOption);
const known = [checks, steps, optionalSteps].flatMap(Object.keys);
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) giveUp(`No such step: ${unknown.join(', ')}. There are ${known.join(', ')}.`);

async function runStep(name, step) {
  console.log(`\n── ${name}`);
  const stepStarted = performance.now();
  await step();
  console.log(`── ${name}: ${Math.round((performance.now() - stepStarted) / 1000)} s`);
}

const isChosen = ([name]) => chosen.length === 0 || chosen.includes(name);
const chosenChecks = Object.entries(checks).filter(isChosen);
if (chosenChecks.length > 0) {
  const names = chosenChecks.map(([name]) => name);
  const all = [...(isChosen(['e2e']) ? [build] : []), ...chosenChecks.flatMap(([, list]) => list)];
  await runStep(names.join(' and '), () => runChecks(all));
}
for (const [name, step] of Object.entries(steps).filter(isChosen)) await runStep(name, step);
for (const [name, step] of Object.entries(optionalSteps)) {
  if (chosen.includes(name)) await runStep(name, step);
}

fs.rmSync(results, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `✗ ${failure}`).join('\n')}`);
console.log(`\nin ${Math.round((performance.now() - started) / 1000)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
