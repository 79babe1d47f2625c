'use strict';

/**
 * Lets `npm run dev` replace the reducer of a changed slice without reloading the page. The module of a slice accepts its own
 * changes, because sagas and components import it as well: they keep its action creators, whose types stay the same.
 */
module.exports = function acceptSlice(source) {
  const [, name] = /^export const (\w+)Reducer = /m.exec(source) ?? [];
  if (name === undefined) return source;
  return `${source}
import.meta.webpackHot?.accept();
if (import.meta.webpackHot?.data !== undefined) {
  window.dispatchEvent(new CustomEvent('slice-changed', { detail: { ${name}: ${name}Reducer } }));
}
`;
};
