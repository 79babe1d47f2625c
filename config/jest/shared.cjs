'use strict';

const path = require('node:path');
const { swcOptions } = require('./swcOptions.cjs');

/** Shared by all test projects. `npm test` checks the types in another step; SWC only strips them. */
module.exports = {
  rootDir: path.join(__dirname, '..', '..'),
  restoreMocks: true,
  // Global lookups are slow in Jest's sandbox, which makes code that computes pixels seven times slower.
  sandboxInjectedGlobals: ['Math'],
  transform: {
    '^.+\\.tsx?$': ['@swc/jest', swcOptions('typescript')],
  },
};
