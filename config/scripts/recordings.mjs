import { ensureInstalled, runTool } from './steps.mjs';

// Regenerates `test/recordings` from its scenarios.
await ensureInstalled();
process.exitCode = await runTool('jest/bin/jest.js', ['test/recordings', '--selectProjects', 'logic'], {
  REMAKE_RECORDINGS: '1',
});
