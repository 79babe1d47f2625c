'use strict';

const shared = require('./shared.cjs');

/** The tests of the backend and of the benchmarks' own parts, in plain Node. */
module.exports = {
  ...shared,
  displayName: 'server',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/server/**/*.test.ts', '<rootDir>/test/bench/**/*.test.ts'],
};
