'use strict';

/** Options for `@swc/jest`; `syntax` is `typescript` or `ecmascript`. */
function swcOptions(syntax) {
  return {
    swcrc: false,
    jsc: {
      parser: { syntax, [syntax === 'typescript' ? 'tsx' : 'jsx']: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  };
}

module.exports = { swcOptions };
