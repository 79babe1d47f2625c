'use strict';

/** A mock of a CSS module: every class name maps to itself. */
module.exports = {
  __esModule: true,
  default: new Proxy({}, { get: (_target, name) => String(name) }),
};
