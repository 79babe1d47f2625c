/** Titles that both the app and the backend accept. */
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

/** Titles that both the app and the backend reject, and why. */
export const BAD_TITLES = [
  ['empty', ''],
  ['of spaces only', ' \u3000 '],
  ['over 255 bytes', 'x'.repeat(256)],
  ['over 255 bytes in few characters', '脳'.repeat(86)],
  ['with a slash', 'a/b'],
  ['with a backslash', 'a\\b'],
  ['with a line break', 'a\nb'],
  ['with a NUL', 'a\0b'],
  ['with a C1 control character', 'a\u0085b'],
  ['that is a dot', '.'],
  ['that is two dots', ' .. '],
  ['that is the reserved word “upload”', 'upload'],
  ['that is the reserved word in another case', ' UpLoad'],
] as const;
