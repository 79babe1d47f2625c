/** Keys of the app, in the order in which they are told. The control that one stands for names it in `aria-keyshortcuts`. */
export const SHORTCUTS = [
  { key: '/', words: 'Search the list' },
  { key: 'n', words: 'New project, or new dataset' },
  { key: 'u', words: 'Upload into this project or dataset' },
  { key: 't', words: 'Collapse or expand the transfers' },
  { key: 'h', words: 'Transfer history' },
  { key: '?', words: 'These shortcuts' },
] as const;
