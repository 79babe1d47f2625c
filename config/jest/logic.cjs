'use strict';

const path = require('node:path');
const app = require('./app.cjs');

/**
 * App tests without components. They run in Node, because loading jsdom and Testing Library takes longer than most of
 * them.
 */
module.exports = {
  ...app,
  displayName: 'logic',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/(server|config|browsers|cluster|image|e2e)/',
    '/(faultRun|modelRun|modelDevTools|modelFolders|modelMachine|modelPages)\\.test',
  ],
  setupFilesAfterEnv: ['realTimers.ts', 'englishFormats.ts'].map((file) => path.join(__dirname, file)),
};
