import { gatherWords } from '../../lib/gatherWords';

/** What the colours are called that channels get. */
export const colourWords = gatherWords({
  green: 'green',
  magenta: 'magenta',
  cyan: 'cyan',
  yellow: 'yellow',
  red: 'red',
  blue: 'blue',
  white: 'white',
});
