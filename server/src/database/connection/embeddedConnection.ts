import { Duplex } from 'node:stream';
import type { DatabaseThread } from './databaseThread';

/**
 * A connection of the `pg` client to the embedded database, in place of a socket.
 *
 * Problem: PGlite's own client sends each statement in six messages and can't prepare it, which takes three times as long.
 * Idea: `pg` speaks the protocol and prepares statements, as with a server. This stream passes its bytes on.
 * Cost: the methods of a socket that `pg` calls have to be provided, even where they have nothing to do.
 */
export class EmbeddedConnection extends Duplex {
  readonly #thread: Pick<DatabaseThread, 'exchange'>;

  constructor(thread: Pick<DatabaseThread, 'exchange'>) {
    super();
    this.#thread = thread;
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

  async #exchange(messages: Buffer): Promise<void> {
    const { buffer, byteOffset, byteLength } = await this.#thread.exchange(messages);
    if (byteLength > 0) this.push(Buffer.from(buffer, byteOffset, byteLength));
  }
}
