'use strict';

const path = require('node:path');

/**
 * Lets `npm run dev` replace the reducer of a changed slice without reloading the page. The module of a slice accepts its own
 * changes, because sagas and components import it as well: they keep its action creators, whose types stay the same. The module of
 * a saga accepts its changes, too, because a reload would end running transfers: the page decides (`src/app/devtools/hotCode.ts`).
 */
module.exports = function acceptChanges(source) {
  const [, name] = /^export const (\w+)Reducer = /m.exec(source) ?? [];
  if (name === undefined && !/\bfunction\*|^ {2}\*#?\w+\(/m.test(source)) return source;
  const detail = name === undefined ? `'${path.basename(this.resourcePath)}'` : `{ ${name}: ${name}Reducer }`;
  return `${source}
import.meta.webpackHot?.accept();
if (import.meta.webpackHot?.data !== undefined) {
  window.dispatchEvent(new CustomEvent('${name === undefined ? 'saga' : 'slice'}-changed', { detail: ${detail} }));
}
`;
};
