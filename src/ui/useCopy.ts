import { failureWords } from '../domain/failures/failureWords';
import { usePorts } from '../platform/portsContext';

/** Copies a text and says what came of it. */
export function useCopy(): (text: string, done: string) => void {
  const { copyText, toast } = usePorts();
  const copy = async (text: string, done: string) => {
    if (await copyText(text)) toast(done, 'info');
    else toast(failureWords.notCopied, 'error');
  };
  return (text, done) => void copy(text, done);
}
