'use strict';

const path = require('node:path');
const server = require('./server.cjs');

/** Tests of servers on PostgreSQL, Ceph and other identity providers, which they start. */
module.exports = {
  ...server,
  displayName: 'cluster',
  testMatch: ['<rootDir>/test/cluster/*.test.ts'],
  globalSetup: path.join(__dirname, 'buildServer.ts'),
  globalTeardown: undefined,
};
