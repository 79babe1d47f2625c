/** The names of the jobs, which are also those of their buttons. */
export const PIPELINE_LABELS = {
  multimodel: 'Multi-Modal Registration',
  pyramid: 'Add To Viewer',
  atlas: 'Register For Atlas',
  seal: 'Seal dataset',
} as const;
