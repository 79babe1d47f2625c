'use strict';

const server = require('./server.cjs');

/** Tests of the container image, which they build. */
module.exports = {
  ...server,
  displayName: 'image',
  testMatch: ['<rootDir>/test/image/*.test.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
};
