'use strict';

const path = require('node:path');
const shared = require('./shared.cjs');
const { swcOptions } = require('./swcOptions.cjs');

/** Tests of components, in jsdom. */
module.exports = {
  ...shared,
  displayName: 'app',
  testEnvironment: path.join(__dirname, 'jsdomWithFetch.cjs'),
  testMatch: ['<rootDir>/test/**/*.test.tsx'],
  // These packages ship ES modules only.
  transform: {
    ...shared.transform,
    '/node_modules/(@tanstack|@redux-devtools|nanoid|quick-lru)/.+\\.js$': ['@swc/jest', swcOptions('ecmascript')],
  },
  transformIgnorePatterns: ['/node_modules/(?!@tanstack/|@redux-devtools/|nanoid/|quick-lru/)'],
  setupFilesAfterEnv: ['realTimers.ts', 'setupApp.ts'].map((file) => path.join(__dirname, file)),
  moduleNameMapper: {
    '\\.module\\.css$': path.join(__dirname, 'cssModule.cjs'),
    '\\.css$': path.join(__dirname, 'noCss.cjs'),
    // A single file of 4 MB, which takes a quarter of a second to load.
    '^@tabler/icons-react$': path.join(__dirname, 'icons.cjs'),
  },
};
