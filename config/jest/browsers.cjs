'use strict';

const path = require('node:path');
const server = require('./server.cjs');

/** The main job and the check of a seal in the browsers that Playwright does not drive. */
module.exports = {
  ...server,
  displayName: 'browsers',
  testMatch: ['<rootDir>/test/browsers/*.test.ts'],
  globalSetup: path.join(__dirname, 'setUpBrowsers.ts'),
  globalTeardown: undefined,
};
