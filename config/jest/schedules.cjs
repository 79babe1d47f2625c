'use strict';

const logic = require('./logic.cjs');

/** Random schedules of uploads and downloads, which take much longer than other tests of the app. */
module.exports = {
  ...logic,
  displayName: 'schedules',
  testMatch: ['<rootDir>/test/transfers/**/{faultRun,modelRun,modelDevTools,modelFolders}.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
