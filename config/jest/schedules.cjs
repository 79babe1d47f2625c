'use strict';

const logic = require('./logic.cjs');

/** Tests with random schedules of uploads and downloads, which take much longer than the other app tests. */
module.exports = {
  ...logic,
  displayName: 'schedules',
  testMatch: [
    '<rootDir>/test/transfers/**/{faultRun,modelRun,modelDevTools,modelFolders,modelMachine,modelPages}.test.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/'],
};
