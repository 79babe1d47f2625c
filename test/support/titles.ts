/** Titles of projects and datasets that app and backend both take. */
export const GOOD_TITLES = [
  'TC042',
  'Mouse brain',
  'Gehirn – 日本',
  'uploads',
  'x'.repeat(255),
  '脳'.repeat(85),
  '.hidden',
  ' spaced ',
  '...',
  '“quoted” & <b>',
  '🧠',
] as const;

/** Titles that app and backend both refuse, and why. */
export const BAD_TITLES = [
  ['empty', ''],
  ['of spaces alone', ' \u3000 '],
  ['over 255 bytes', 'x'.repeat(256)],
  ['over 255 bytes in few letters', '脳'.repeat(86)],
  ['with a slash', 'a/b'],
  ['with a backslash', 'a\\b'],
  ['with a line end', 'a\nb'],
  ['with a NUL', 'a\0b'],
  ['with a control character of the second block', 'a\u0085b'],
  ['that is a dot', '.'],
  ['that is two dots', ' .. '],
  ['that is the word of the upload screen', 'upload'],
  ['that is this word in other letters', ' UpLoad'],
] as const;
