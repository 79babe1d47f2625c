import { totalBytes } from '../../domain/listing/fileListing';
import type { ChosenRow } from './choice';
import type { Choice } from './choiceReducer';
import { preflightWords } from './preflightWords';

/**
 * The choice in a line: `3 files, 1.50 KB · 1 system file left out · reading what was chosen…`
 *
 * @param sending the rows that go to the server; undefined where nothing is chosen
 */
export function choiceWords(
  sending: readonly ChosenRow[] | undefined,
  { leftOut, unreadable, readings }: Choice,
): string {
  return [
    sending === undefined ? '' : preflightWords.sending(sending.length, totalBytes(sending)),
    leftOut.length === 0 ? '' : preflightWords.systemFilesLeftOut(leftOut.length),
    unreadable === 0 ? '' : preflightWords.unreadable(unreadable),
    readings > 0 ? preflightWords.reading : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
