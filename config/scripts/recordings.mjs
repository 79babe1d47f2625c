import { ensureInstalled, runTool } from './steps.mjs';

/** Writes the recordings of `test/recordings/` anew, from the scenarios there. */
await ensureInstalled();
process.exitCode = await runTool('jest/bin/jest.js', ['--selectProjects', 'app', 'test/recordings'], {
  REMAKE_RECORDINGS: '1',
});
