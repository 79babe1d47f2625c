'use strict';

const path = require('node:path');
const server = require('./server.cjs');

/** Tests of servers that use PostgreSQL, Ceph and external identity providers, all of which the tests start. */
module.exports = {
  ...server,
  displayName: 'cluster',
  testMatch: ['<rootDir>/test/cluster/*.test.ts'],
  globalSetup: path.join(__dirname, 'buildServer.ts'),
  globalTeardown: undefined,
};
