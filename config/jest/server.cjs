'use strict';

const path = require('node:path');
const shared = require('./shared.cjs');

/** The tests of the backend, of the build and of the benchmarks' own parts, in plain Node. */
module.exports = {
  ...shared,
  displayName: 'server',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/{server,config,bench}/**/*.test.ts'],
  globalSetup: path.join(__dirname, 'makeReadyMadeData.ts'),
  globalTeardown: path.join(__dirname, 'removeReadyMadeData.ts'),
};
