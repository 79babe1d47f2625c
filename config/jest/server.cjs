'use strict';

const shared = require('./shared.cjs');

/** The backend's tests, in plain Node. */
module.exports = {
  ...shared,
  displayName: 'server',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/server/**/*.test.ts'],
};
