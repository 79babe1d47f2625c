'use strict';

const path = require('node:path');
const server = require('./server.cjs');

/** Tests of the API that run against a cluster instead of the embedded setting if `TEST_CLUSTER` is 1. */
module.exports = {
  ...server,
  displayName: 'clusterApi',
  testMatch: ['<rootDir>/test/server/{authorization,hostileRequests}.test.ts'],
  globalSetup: path.join(__dirname, 'setUpCluster.ts'),
  globalTeardown: path.join(__dirname, 'tearDownCluster.ts'),
};
