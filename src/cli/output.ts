import { sentenceText } from '@data-manager/domain/names/shownName';

/** Where a command writes. */
export interface Streams {
  readonly out: Pick<NodeJS.WriteStream, 'write'>;
  readonly err: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;
}

/** Results on standard output, and messages and progress on standard error. */
export interface Output {
  /** A line of the result. With `--json`, nothing. */
  readonly line: (text: string) => void;
  /** An event: with `--json`, a line of the result. */
  readonly event: (name: string, details: object) => void;
  /** A message for people. Marks around names are removed. */
  readonly say: (sentence: string) => void;
  /** Shows progress in the last line of a terminal, and otherwise nothing. */
  readonly progress: (text: string) => void;
}

const CLEAR_LINE = '\r\u001b[K';

export function createOutput({ out, err }: Streams, isJson: boolean): Output {
  let isShowing = false;
  const clear = (): void => {
    if (isShowing) err.write(CLEAR_LINE);
    isShowing = false;
  };
  return {
    line: (text) => {
      if (isJson) return;
      clear();
      out.write(`${text}\n`);
    },
    event: (name, details) => {
      if (isJson) out.write(`${JSON.stringify({ event: name, ...details })}\n`);
    },
    say: (sentence) => {
      clear();
      err.write(`${sentence.split('\n').map(sentenceText).join('\n')}\n`);
    },
    progress: (text) => {
      if (!err.isTTY || isJson) return;
      err.write(CLEAR_LINE + text.slice(0, err.columns - 1));
      isShowing = true;
    },
  };
}
