import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SOURCE_DIR } from '../../folders';

const PROGRAM = join(SOURCE_DIR, 'database', 'connection', 'embeddedServer.mjs');

/** Messages of a PostgreSQL client, or the end. */
type ThreadOrder = Uint8Array | 'close';
/** The raw responses to the messages of a client, or an error of the database itself. */
type ThreadAnswer = { readonly bytes: Uint8Array } | { readonly message: string };

interface Waiting {
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The embedded database in a thread of its own.
 *
 * Problem: PGlite runs statements and waits for the disk without returning to the event loop, so in the thread of the server, a
 * statement of 300 ms would delay every request by 300 ms.
 * Idea: a thread runs the database. Messages and responses of the PostgreSQL protocol go through unchanged, in order.
 * Cost: a tenth of a millisecond for each exchange. Requests that need the database still wait for each other's statements.
 */
export class DatabaseThread {
  readonly #worker: Worker;
  /** Those who wait for the next responses, in order. */
  readonly #waiting: Waiting[] = [];
  #ended: Error | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (answer: ThreadAnswer) => {
      const next = this.#waiting.shift();
      if ('bytes' in answer) next?.resolve(answer.bytes);
      else next?.reject(new Error(answer.message));
    });
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', () => this.#end(new Error('The database is closed.')));
  }

  /** Opens the database of a folder, which is created if it is empty. Rejects if it can't be opened. */
  static async open(folder: string): Promise<DatabaseThread> {
    // Without the options of the process, which may be about its own program.
    const thread = new DatabaseThread(new Worker(PROGRAM, { workerData: folder, execArgv: [] }));
    // It sends an empty response when it is ready.
    await thread.#nextAnswer();
    return thread;
  }

  /** Sends messages of a client, and returns the responses. */
  async exchange(messages: Uint8Array): Promise<Uint8Array> {
    if (this.#ended !== undefined) throw this.#ended;
    const copy = new Uint8Array(messages);
    this.#worker.postMessage(copy satisfies ThreadOrder, [copy.buffer]);
    return this.#nextAnswer();
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    const exited = once(this.#worker, 'exit');
    this.#worker.postMessage('close' satisfies ThreadOrder);
    await exited;
  }

  #nextAnswer(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
  }
}
