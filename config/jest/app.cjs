'use strict';

const path = require('node:path');
const shared = require('./shared.cjs');
const { swcOptions } = require('./swcOptions.cjs');

/** Tests of the app in jsdom: reducers, sagas and components. */
module.exports = {
  ...shared,
  displayName: 'app',
  testEnvironment: path.join(__dirname, 'jsdomWithFetch.cjs'),
  testMatch: ['<rootDir>/test/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/(domain|lib)/',
    '<rootDir>/test/(server|config|bench|cluster)/',
    '<rootDir>/test/e2e/',
    '/(faultRun|modelRun|modelDevTools)\\.test',
  ],
  // These packages ship ES modules only.
  transform: {
    ...shared.transform,
    '/node_modules/(@tanstack|@redux-devtools|quick-lru)/.+\\.js$': ['@swc/jest', swcOptions('ecmascript')],
  },
  transformIgnorePatterns: ['/node_modules/(?!@tanstack/|@redux-devtools/|quick-lru/)'],
  setupFilesAfterEnv: [path.join(__dirname, 'setupApp.ts')],
  moduleNameMapper: {
    '\\.module\\.css$': path.join(__dirname, 'cssModule.cjs'),
    '\\.css$': path.join(__dirname, 'noCss.cjs'),
  },
};
