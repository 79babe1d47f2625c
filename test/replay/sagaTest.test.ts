import fs from 'node:fs';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import ts from 'typescript';
import type * as retryPolicy from '@data-manager/domain/transfers/retryPolicy';
import { expectSaga } from '../support/expectSaga';
import { outside, readRecording, rerunSaga } from './rerunSaga';
import type * as sagaTest from './sagaTest';

const REPORTED = path.join(__dirname, '../recordings/reported');
const FILE = path.join(__dirname, '../recordings/upload-with-a-bad-etag.json');
const text = fs.readFileSync(FILE, 'utf8');

interface RecordingFile {
  payload: string;
  recording: { isComplete: boolean; log: { kind: string; label?: string; changed?: Record<string, string> }[] };
}

function altered(change: (file: RecordingFile) => void): string {
  const file = JSON.parse(text) as RecordingFile;
  change(file);
  return JSON.stringify(file);
}

/** What the sagas do with a part that failed: the code as it is, one with a fault, and one that was changed on purpose. */
const DECISIONS = {
  right: undefined,
  faulty: { kind: 'give-up' },
  slower: { kind: 'retry', waitMs: 2_000 },
} as const;

async function withCode<Result>(code: keyof typeof DECISIONS, run: () => Promise<Result>): Promise<Result> {
  jest.resetModules();
  const policy = '@data-manager/domain/transfers/retryPolicy';
  const actual = jest.requireActual<typeof retryPolicy>(policy);
  const decision = DECISIONS[code];
  jest.doMock(policy, () => (decision === undefined ? actual : { ...actual, decideRetry: () => decision }));
  try {
    return await run();
  } finally {
    jest.dontMock(policy);
  }
}

async function createTest(recording: string): Promise<string> {
  const { createSagaTest } = jest.requireActual<typeof sagaTest>('./sagaTest');
  const made = await createSagaTest(recording, 'a.json');
  if (!made.ok) throw new Error(made.failure);
  return made.value.source;
}

type Evaluate = (load: unknown, exports: object, folder: string, define: unknown, check: typeof expect) => void;

/** Runs the source of a test file on a recording. Returns the message of its failure; undefined if it passes. */
async function failureOf(source: string, recording: string): Promise<string | undefined> {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
  });
  const read = jest.spyOn(fs, 'readFileSync').mockReturnValue(recording);
  const load = (name: string): unknown =>
    jest.requireActual(name.startsWith('.') ? path.resolve(REPORTED, name) : name);
  const tests: (() => unknown)[] = [];
  const define = (_title: string, test: () => unknown): void => void tests.push(test);
  const evaluate = compileFunction(outputText, ['require', 'exports', '__dirname', 'it', 'expect']) as Evaluate;
  evaluate(load, {}, REPORTED, define, expect);
  read.mockRestore();
  expect(tests).toHaveLength(1);
  try {
    await tests[0]?.();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('the saga that repeats a recording', () => {
  const recording = readRecording(FILE);

  it('dispatches the actions of the sagas and calls what they called outside', () =>
    expectSaga(rerunSaga, recording, 0)
      .put.like({ action: { type: 'uploads/partRetried', payload: { waitMs: 1_000 } } })
      .call(outside, 'tabs.post stored uploads')
      .not.put.actionType('uploads/uploadRequested')
      .run(false));

  it('leaves out effects before the first one that counts', () =>
    expectSaga(rerunSaga, recording, recording.log.length - 1)
      .not.put.actionType('uploads/partRetried')
      .run(false));
});

describe('a test made from a recording', () => {
  it('fails while a saga has a fault that the recording does not have, and passes once the fault is gone', async () => {
    const source = await withCode('faulty', () => createTest(text));
    expect(source).toContain('uploads/partRetried');
    expect(await withCode('faulty', () => failureOf(source, text))).toMatch(/uploads\/partRetried/);
    expect(await withCode('right', () => failureOf(source, text))).toBeUndefined();
  });

  it('pins the last effects if nothing differs, and fails once one of them is edited', async () => {
    const source = await withCode('right', () => createTest(text));
    expect(source).toContain('.call(outside, "POST /upload/complete"');
    expect(await withCode('right', () => failureOf(source, text))).toBeUndefined();
    const edited = source.replace('"lastFile":true', '"lastFile":false');
    expect(edited).not.toBe(source);
    expect(await withCode('right', () => failureOf(edited, text))).toMatch(/lastFile/);
  });

  it('passes once the sagas do what the developer has corrected in it', async () => {
    const source = await withCode('faulty', () => createTest(text));
    const corrected = source.replace('"waitMs":1000', '"waitMs":2000');
    expect(corrected).not.toBe(source);
    expect(await withCode('right', () => failureOf(corrected, text))).toMatch(
      /-\s+"waitMs": 2000,\n\+\s+"waitMs": 1000,/,
    );
    expect(await withCode('slower', () => failureOf(corrected, text))).toBeUndefined();
  });

  it('expects a call that today’s sagas no longer make', async () => {
    const other = altered(({ recording: { log } }) => {
      const entry = log.find(({ label }) => label === 'tabs.post stored uploads');
      if (entry !== undefined) entry.label = 'tabs.post signedIn';
    });
    const source = await withCode('right', () => createTest(other));
    expect(await withCode('right', () => failureOf(source, other))).toMatch(/tabs\.post signedIn/);
    expect(await withCode('right', () => failureOf(source, text))).toMatch(/tabs\.post signedIn/);
  });

  it('expects that nothing follows the end of the recording', async () => {
    const shortened = altered((file) => {
      const { log } = file.recording;
      const last = log.map(({ kind }) => kind).lastIndexOf('action');
      const actions = JSON.parse(file.payload) as unknown[];
      log.splice(last);
      file.payload = JSON.stringify(actions.slice(0, log.filter(({ kind }) => kind === 'action').length));
    });
    const source = await withCode('right', () => createTest(shortened));
    expect(source).toContain('.not.put(');
    expect(await withCode('right', () => failureOf(source, shortened))).toMatch(/Not Expected/);
  });

  it('expects the recorded states if only they differ', async () => {
    const other = altered(({ recording: { log } }) => {
      const entry = log.find(({ changed }) => changed?.['uploads.files'] !== undefined);
      if (entry?.changed !== undefined) entry.changed['uploads.files'] = 'ffffffff';
    });
    const source = await withCode('right', () => createTest(other));
    expect(await withCode('right', () => failureOf(source, other))).toMatch(/uploads\.files/);
    expect(await withCode('right', () => failureOf(source, text))).toBeUndefined();
  });

  it('can’t be made from a recording whose sagas can’t be run again', async () => {
    const later = altered(({ recording }) => {
      recording.isComplete = false;
    });
    await expect(withCode('right', () => createTest(later))).rejects.toThrow('does not begin with the page');
  });

  it('contains no secrets, even if the recording contains some', async () => {
    const { createSagaTest } = jest.requireActual<typeof sagaTest>('./sagaTest');
    const leaking = text.replaceAll('TC042_S000001_L01_ch01.tif', 'Bearer abcdefghijklmnopqrst');
    const made = await createSagaTest(leaking, 'a.json');
    expect(leaking).not.toBe(text);
    expect(JSON.stringify(made)).not.toContain('abcdefghijklmnopqrst');
    expect(made.ok).toBe(true);
  });
});
