import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SOURCE_DIR } from '../folders';

const PROGRAM = join(SOURCE_DIR, 'http', 'longBodyReader.mjs');
/** Enough for the longest body. */
const MEMORY_MB = 512;
/** Enough on a busy machine, too. */
const PARSED_WITHIN_MS = 20_000;

/** Items of a list of the body. */
interface ListPart {
  readonly name: string;
  readonly items: readonly unknown[];
}

/**
 * A long JSON body, which is parsed in a thread of its own.
 *
 * Problem: parsing the keys of 200,000 selected files takes 100 ms, and longer keys take more. All other requests would wait.
 * Idea: a thread receives the bytes as they arrive, and sends long lists back by the hundred, between which other requests run.
 * Cost: starting the thread takes 40 ms of another core, and the values are copied, so short bodies are parsed at once.
 */
export class LongBody {
  readonly #worker = new Worker(PROGRAM, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  readonly #failed = once(this.#worker, 'error').then(([error]) => {
    throw error;
  });

  constructor() {
    // The thread may fail between two parts. Unhandled, the rejection would end the process.
    this.#failed.catch(() => undefined);
  }

  /** Adds bytes. */
  write(bytes: Uint8Array): void {
    this.#worker.postMessage(bytes);
  }

  /** Returns the value. Rejects if the body is not JSON, or is too large to be parsed. */
  async read(): Promise<unknown> {
    const limit = AbortSignal.timeout(PARSED_WITHIN_MS);
    const body = (await this.#next(limit)) as Readonly<Record<string, unknown[]>> | null;
    for (let part = await this.#next(limit); part !== undefined; part = await this.#next(limit)) {
      const { name, items } = part as ListPart;
      body?.[name]?.push(...items);
    }
    return body;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #next(signal: AbortSignal): Promise<unknown> {
    const answer = once(this.#worker, 'message', { signal });
    this.#worker.postMessage('next');
    return ((await Promise.race([answer, this.#failed])) as [unknown])[0];
  }
}
