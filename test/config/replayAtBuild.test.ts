import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const RECORDING = path.join(ROOT, 'test/recordings/upload-cancelled.json');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recording-'));

const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
const { status, stdout } = git('rev-parse', '--verify', 'HEAD');

/** Replays a recording that a build of a commit has made. */
function replay(commit: string, ...args: string[]) {
  const file = path.join(folder, 'night.json');
  const text = fs.readFileSync(RECORDING, 'utf8');
  fs.writeFileSync(file, text.replace('"recording":{', `"recording":{"build":"0.2.0+0123456789ab.${commit}",`));
  return spawnSync(process.execPath, ['config/scripts/replay.mjs', file, ...args], { cwd: ROOT, encoding: 'utf8' });
}

afterAll(() => fs.rmSync(folder, { recursive: true }));

it.each(['--open', '--at-build'])('the replay with %s names a file that is missing', (option) => {
  const missing = path.join(folder, 'missing.json');
  const { status: code, stderr } = spawnSync(process.execPath, ['config/scripts/replay.mjs', missing, option], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toContain(`There is no file ${missing}.`);
  expect(code).toBe(1);
});

/** An archive of the sources has no history. */
(status === 0 ? describe : describe.skip)('the replay of a recording that names its build', () => {
  it('says that another build has made it', () => {
    const { stdout: output } = replay('a'.repeat(40));
    expect(output).toContain(`Made by version 0.2.0 (${'a'.repeat(12)}); this is commit ${stdout.slice(0, 12)}.`);
    expect(replay(stdout.trim()).stdout).not.toContain('Made by');
  });

  it('runs the code of that build in a checkout that it removes', () => {
    const before = git('worktree', 'list').stdout;
    const { status: code, stdout: output } = replay(stdout.trim(), '--at-build');
    expect(output).toContain('✓ The sagas dispatch the same actions in the same order.');
    expect(code).toBe(0);
    expect(git('worktree', 'list').stdout).toBe(before);
  });

  it('says that the repository lacks the commit', () => {
    const { status: code, stderr } = replay('a'.repeat(40), '--at-build');
    expect(stderr).toContain(`The commit ${'a'.repeat(40)} is not in this repository`);
    expect(code).toBe(1);
  });
});
