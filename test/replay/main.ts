import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { EXIT, replayText } from './replayText';
import { createSagaTest } from './sagaTest';

const ROOT = path.resolve(__dirname, '../..');
/** Where `--to-test` writes. Depth matters: the tests import their helpers by relative paths. */
const TESTS = path.join(ROOT, 'test/recordings/reported');

/** Replays one file and prints the result, or writes a test. Returns the exit code. */
async function main(): Promise<number> {
  const args = process.argv.slice(2);
  const [file, ...rest] = args.filter((arg) => arg !== '--to-test');
  if (file === undefined || rest.length > 0)
    return refuse('Name one recording: npm run replay -- FILE [--open [--at STEP] | --to-test]');
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    return refuse(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (args.includes('--to-test')) return writeTest(path.basename(file, '.json'), text);
  const { code, lines } = await replayText(text);
  process.stdout.write(`${lines.join('\n')}\n`);
  return code;
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
