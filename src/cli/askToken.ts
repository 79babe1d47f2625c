import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks for a token on the terminal without showing it, or reads the first line of what is piped in; empty at its end. */
export async function askToken(): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stderr.write('Access token: ');
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal });
  try {
    // A question would wait forever at the end of the input.
    const line = await lines[Symbol.asyncIterator]().next();
    if (isTerminal) process.stderr.write('\n');
    return line.done === true ? '' : line.value.trim();
  } finally {
    lines.close();
  }
}
