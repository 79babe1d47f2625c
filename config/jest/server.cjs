'use strict';

const path = require('node:path');
const shared = require('./shared.cjs');
const { swcOptions } = require('./swcOptions.cjs');

/** Tests of the backend, the build and the benchmarks' helpers in Node. */
module.exports = {
  ...shared,
  displayName: 'server',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/{server,config}/**/*.test.ts', '<rootDir>/bench/**/*.test.ts'],
  // These packages ship ES modules only.
  transform: {
    ...shared.transform,
    '/node_modules/(jose|openid-client|oauth4webapi|quick-lru)/.+\\.js$': ['@swc/jest', swcOptions('ecmascript')],
  },
  transformIgnorePatterns: ['/node_modules/(?!jose/|openid-client/|oauth4webapi/|quick-lru/)'],
  globalSetup: path.join(__dirname, 'setUpServer.ts'),
  globalTeardown: path.join(__dirname, 'tearDownServer.ts'),
};
