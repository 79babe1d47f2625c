import { usePorts } from '../platform/portsContext';

/** Returns a function that copies a text and reports the result in a toast. */
export function useCopy(): (text: string, done: string) => void {
  const { copyText, toast } = usePorts();
  const copy = async (text: string, done: string) => {
    if (await copyText(text)) toast(done, 'info');
    else toast('The browser refused to copy. Select the text and copy it manually.', 'error');
  };
  return (text, done) => void copy(text, done);
}
