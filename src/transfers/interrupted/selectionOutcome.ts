import type { SelectionResult } from './interruptedSlice';
import { interruptedWords } from './interruptedWords';

/** What came of a selection, as far as it left something open, in words. */
export function selectionOutcome({ resumed, missing, foreign, forbidden, refused }: SelectionResult): string {
  if (resumed === 0 && refused.length === 0 && forbidden === 0) return interruptedWords.noneBelongs;
  return [
    resumed > 0 && interruptedWords.resumed(resumed),
    missing > 0 && interruptedWords.missing(missing),
    foreign > 0 && interruptedWords.foreign(foreign),
    forbidden > 0 && interruptedWords.forbidden(forbidden),
    refused.length > 0 && interruptedWords.refused(refused.length),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}
