import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isStoryKind, STORY_KINDS } from '../../src/app/devtools/replay/recordedStory';
import { EXIT, replayText } from './replayText';
import { createSagaTest } from './sagaTest';

const ROOT = path.resolve(__dirname, '../..');
/** Where `--to-test` writes. Depth matters: the tests import their helpers by relative paths. */
const TESTS = path.join(ROOT, 'test/recordings/reported');

/** Replays one file and prints the result, or writes a test. Returns the exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'to-test': { type: 'boolean' }, only: { type: 'string' }, file: { type: 'string' } },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0)
    return refuse(
      'Name one recording: npm run replay -- FILE [--open [--at STEP] | --to-test | --at-build | --only KIND | --file NAME]',
    );
  const { only = values.file === undefined ? undefined : 'everything', file: name = '' } = values;
  if (only !== undefined && !isStoryKind(only))
    return refuse(`--only has no ${only}: ${Object.keys(STORY_KINDS).join(', ')}`);
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    return refuse(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (values['to-test'] === true) return writeTest(path.basename(file, '.json'), text);
  const { code, lines } = await replayText(text, only && { kind: only, machine: '', file: name }, currentCommit());
  process.stdout.write(`${lines.join('\n')}\n`);
  return code;
}

function currentCommit(): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

async function writeTest(name: string, text: string): Promise<number> {
  const made = await createSagaTest(text, `${name}.json`);
  if (!made.ok) return refuse(`No test can be made of this file. ${made.failure}`);
  const test = path.join(TESTS, `${name}.test.ts`);
  if (fs.existsSync(test)) return refuse(`${test} exists. Remove or rename it first.`);
  fs.mkdirSync(TESTS, { recursive: true });
  fs.writeFileSync(path.join(TESTS, `${name}.json`), made.value.recording);
  fs.writeFileSync(test, made.value.source);
  spawnSync(process.execPath, [path.join(ROOT, 'node_modules/prettier/bin/prettier.cjs'), '--write', test]);
  const shown = path.relative(ROOT, test);
  process.stdout.write(`Written: ${shown}\nRun it: npx jest ${shown} --selectProjects logic\n`);
  return EXIT.replayed;
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n`);
  return EXIT.noRecording;
}

void main().then((code) => {
  process.exitCode = code;
});
