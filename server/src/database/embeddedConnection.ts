import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

/** PGlite never returns to the event loop between queries, so a series of queries would block all requests. */
const LONGEST_TURN_MS = 20;

/** The part of PGlite that receives client messages and returns raw responses. */
type Server = Pick<PGlite, 'execProtocolRawStream'>;

/**
 * A connection of the `pg` client to the in-process database, in place of a socket. PGlite's own client sends each
 * statement in six messages and can't prepare it, which takes three times as long. Responses are streamed: PGlite
 * parses a response that it returns as a whole, and `pg` would parse it again.
 */
export class EmbeddedConnection extends Duplex {
  readonly #pglite: Server;
  #turnStartedAt = performance.now();

  constructor(pglite: Server) {
    super();
    this.#pglite = pglite;
  }

  /** Called by `pg`, like the methods below. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Responses are pushed when they arrive.
  }

  override _write(message: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#exchange(message).then(() => done(), done);
  }

  override _writev(messages: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(messages.map(({ chunk }) => chunk)), 'utf8', done);
  }

  /** Ends both directions, as a server does. The pool waits for that before it replaces a connection. */
  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  async #exchange(message: Buffer): Promise<void> {
    if (performance.now() - this.#turnStartedAt > LONGEST_TURN_MS) {
      await nextTurn();
      this.#turnStartedAt = performance.now();
    }
    const answers: Buffer[] = [];
    // The chunks are views of PGlite's memory, which is reused.
    const onRawData = (chunk: Uint8Array): void => void answers.push(Buffer.from(chunk));
    // The file system needs no other synchronization than `fsync`.
    await this.#pglite.execProtocolRawStream(message, { syncToFs: false, onRawData });
    if (answers.length > 0) this.push(Buffer.concat(answers));
  }
}
