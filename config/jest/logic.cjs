'use strict';

const path = require('node:path');
const app = require('./app.cjs');

/** Tests of the app without components, in Node: jsdom and Testing Library take longer to load than most of them to run. */
module.exports = {
  ...app,
  displayName: 'logic',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/(server|config|bench|cluster|e2e)/',
    '/(faultRun|modelRun|modelDevTools|modelFolders)\\.test',
  ],
  setupFilesAfterEnv: [path.join(__dirname, 'englishFormats.ts')],
};
