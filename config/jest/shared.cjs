'use strict';

const path = require('node:path');
const { swcOptions } = require('./swcOptions.cjs');

/** Shared by all test projects. `tsc` checks the types in the same `npm test`; SWC only strips them. */
module.exports = {
  rootDir: path.join(__dirname, '..', '..'),
  restoreMocks: true,
  // Global lookups are slow in Jest's sandbox, which makes code that computes pixels seven times slower.
  sandboxInjectedGlobals: ['Math'],
  transform: {
    '^.+\\.tsx?$': ['@swc/jest', swcOptions('typescript')],
  },
};
