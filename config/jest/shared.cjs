'use strict';

const path = require('node:path');
const { swcOptions } = require('./swcOptions.cjs');

/** Shared by both test projects. `tsc` checks the types in the same `npm test`; SWC only strips them. */
module.exports = {
  rootDir: path.join(__dirname, '..', '..'),
  restoreMocks: true,
  transform: {
    '^.+\\.tsx?$': ['@swc/jest', swcOptions('typescript')],
  },
};
