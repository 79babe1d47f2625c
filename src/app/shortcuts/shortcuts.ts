import { appWords } from '../appWords';

/** Keys of the app, in the order in which they are told. The control that one stands for names it in `aria-keyshortcuts`. */
export const SHORTCUTS = [
  { key: '/', words: appWords.shortcuts.search },
  { key: 'n', words: appWords.shortcuts.create },
  { key: 'u', words: appWords.shortcuts.upload },
  { key: 't', words: appWords.shortcuts.transfers },
  { key: 'h', words: appWords.shortcuts.history },
  { key: '?', words: appWords.shortcuts.help },
] as const;
