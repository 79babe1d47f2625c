import { ensureInstalled, runTool } from './steps.mjs';

/** Writes the recordings of `test/recordings/` anew, from the scenarios there. */
await ensureInstalled();
process.exitCode = await runTool('jest/bin/jest.js', ['test/recordings', '--selectProjects', 'app'], {
  REMAKE_RECORDINGS: '1',
});
