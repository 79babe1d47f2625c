'use strict';

const shared = require('./shared.cjs');

/** Tests of pure functions in Node. They need no DOM, and jsdom takes longer to start than most of them to run. */
module.exports = {
  ...shared,
  displayName: 'rules',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/{domain,lib}/**/*.test.ts'],
};
