const crypto = require('node:crypto');
const { syncBuiltinESMExports } = require('node:module');

/*
 * Preloaded by the backends of tests. Hashing a password takes 0.2 s of CPU time by design, and the tests sign in
 * hundreds of times.
 */

const { scrypt } = crypto;

crypto.scrypt = (password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: 2, p: 1 }, callback);
syncBuiltinESMExports();
