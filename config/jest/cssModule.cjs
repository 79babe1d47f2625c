'use strict';

/** A CSS module whose every class name is its own name. */
module.exports = {
  __esModule: true,
  default: new Proxy({}, { get: (_target, name) => String(name) }),
};
