import type { Readable, Writable } from 'node:stream';
import * as v from 'valibot';

/** A DevTools protocol connection to a browser over a pair of pipes. */
export interface CdpPipe {
  /** Calls a method of the browser or of a session's target. Rejects if there is no reply within ten minutes. */
  readonly send: (method: string, params?: object, sessionId?: string) => Promise<unknown>;
}

/** Longer than any case of the benchmark lets a page work. */
const PATIENCE_MS = 10 * 60_000;

const Reply = v.object({
  id: v.optional(v.number()),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ message: v.string() })),
});

/** Connects to the browser. Messages are JSON, each terminated by a NUL. */
export function openCdpPipe(input: Writable, output: Readable): CdpPipe {
  const open = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let ids = 0;
  let rest = '';
  output.setEncoding('utf8');
  output.on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id = 0, result, error } = v.parse(Reply, JSON.parse(message));
      const call = open.get(id);
      open.delete(id);
      if (error === undefined) call?.resolve(result);
      else call?.reject(new Error(error.message));
    }
  });
  output.on('close', () => {
    for (const call of open.values()) call.reject(new Error('The browser has ended.'));
  });
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        ids += 1;
        const id = ids;
        const patience = setTimeout(() => {
          open.delete(id);
          reject(new Error(`The browser has not replied in ten minutes: ${method} ${JSON.stringify(params)}`));
        }, PATIENCE_MS);
        const settle =
          <Value>(done: (value: Value) => void) =>
          (value: Value): void => {
            clearTimeout(patience);
            done(value);
          };
        open.set(id, { resolve: settle(resolve), reject: settle(reject) });
        input.write(`${JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`);
      }),
  };
}
