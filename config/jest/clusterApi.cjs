'use strict';

const path = require('node:path');
const server = require('./server.cjs');

/** API tests. If `TEST_CLUSTER` is 1, they run against a cluster instead of the embedded database. */
module.exports = {
  ...server,
  displayName: 'clusterApi',
  testMatch: ['<rootDir>/test/server/{authorization,hostileRequests}.test.ts'],
  globalSetup: path.join(__dirname, 'setUpCluster.ts'),
  globalTeardown: path.join(__dirname, 'tearDownCluster.ts'),
};
