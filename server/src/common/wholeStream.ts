import { Readable } from 'node:stream';

/** A stream and the number of bytes that its reader was promised. */
export interface SizedStream {
  readonly body: Readable;
  readonly size: number;
}

/**
 * Passes on a stream, and fails if it ends early: Node.js would end the response as if it were complete, and its client would
 * wait for the rest.
 */
export function wholeStream({ body, size }: SizedStream): Readable {
  const whole = Readable.from(checkSize({ body, size }), { objectMode: false });
  // A generator that was never started does not close its source.
  return whole.once('close', () => body.destroy());
}

async function* checkSize({ body, size }: SizedStream): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    received += chunk.length;
    yield chunk;
  }
  if (received !== size) {
    throw new Error(`The file has an unexpected number of bytes: ${String(received)} instead of ${String(size)}.`);
  }
}
