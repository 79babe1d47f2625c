/**
 * Code that most visits want some time. Webpack fetches it ahead, and runs none of it, when this module has come, which
 * is loaded after the first screen: it must not wait for what it does not need.
 */
export const fetchedAhead = [
  () => import(/* webpackPrefetch: true */ '../transfers/panel/TransfersPanel'),
  () => import(/* webpackPrefetch: true */ '../platform/toastStack'),
  () => import(/* webpackPrefetch: true */ '../platform/partPorts'),
];
