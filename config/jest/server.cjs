'use strict';

const path = require('node:path');
const shared = require('./shared.cjs');

/** Tests of the backend, the build and the benchmarks' helpers in Node. */
module.exports = {
  ...shared,
  displayName: 'server',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/{server,config,bench}/**/*.test.ts'],
  globalSetup: path.join(__dirname, 'setUpServer.ts'),
  globalTeardown: path.join(__dirname, 'tearDownServer.ts'),
};
