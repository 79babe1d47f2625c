import { ensureInstalled, runTool } from './steps.mjs';

// `npm run recordings` and `npm run machines` write what the given tests compare with.
await ensureInstalled();
process.exitCode = await runTool('jest/bin/jest.js', [...process.argv.slice(2), '--selectProjects', 'logic'], {
  REMAKE: '1',
});
