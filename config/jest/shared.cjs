'use strict';

const path = require('node:path');

/** What both test projects share. Types are checked by `tsc` in the same `npm test`; here speed matters. */
module.exports = {
  rootDir: path.join(__dirname, '..', '..'),
  restoreMocks: true,
  transform: {
    '^.+\\.tsx?$': ['ts-jest', { diagnostics: false, tsconfig: path.join(__dirname, 'tsconfig.json') }],
  },
};
