import { failureNotice } from '../../domain/failures/failureNotice';
import { shownText } from '../../domain/names/shownName';
import classes from './InterruptedBar.module.css';
import type { SelectionResult } from './interruptedSlice';
import { interruptedWords } from './interruptedWords';
import { selectionOutcome } from './selectionOutcome';

/** So many refused files are told by name; a wrong folder may have thousands. */
const NAMED = 5;

/** What came of the latest selection: in one line, then file by file why some can't go on. */
export function SelectionReport({ result }: { readonly result: SelectionResult | undefined }) {
  const refused = result?.refused ?? [];
  return (
    <>
      <p role="status" className={classes.result}>
        {result && selectionOutcome(result)}
      </p>
      {refused.length > 0 && (
        <ul className={classes.refused}>
          {refused.slice(0, NAMED).map(({ id, failure }) => (
            <li key={id}>{shownText(failureNotice(failure).text)}</li>
          ))}
          {refused.length > NAMED && <li>{interruptedWords.furtherFiles(refused.length - NAMED)}</li>}
        </ul>
      )}
    </>
  );
}
