/**
 * Chunks that most visits need at some point. When this module is loaded, after the first screen, webpack has the browser
 * prefetch them without running them.
 */
export const prefetched = [
  () => import(/* webpackPrefetch: true */ '../features/projects/ProjectMenuPopup'),
  () => import(/* webpackPrefetch: true */ '../features/projects/ProjectDialogs'),
  () => import(/* webpackPrefetch: true */ '../ui/FormModal'),
  () => import(/* webpackPrefetch: true */ '../ui/RowVirtualizer'),
  () => import(/* webpackPrefetch: true */ '../features/preview/SectionPreview'),
  () => import(/* webpackPrefetch: true */ '../transfers/panel/TransfersPanel'),
  () => import(/* webpackPrefetch: true */ '../platform/toastStack'),
  () => import(/* webpackPrefetch: true */ '../platform/partPorts'),
];
