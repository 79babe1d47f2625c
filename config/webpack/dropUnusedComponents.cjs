'use strict';

/**
 * Lets webpack drop components of react-router and Mantine that the app does not use. Display names, calls without the mark
 * of a pure function, and members such as `Button.Group` keep them in the bundle otherwise.
 */
module.exports = function dropUnusedComponents(source) {
  return source
    .replaceAll(/= (React\w*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1')
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll(/^(?:Button|ActionIcon)\.Group(?:Section)? = .*;$/gm, '');
};
