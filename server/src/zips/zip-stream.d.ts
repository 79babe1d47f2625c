declare module 'zip-stream' {
  import type { Readable, Transform } from 'node:stream';

  interface EntryData {
    readonly name: string;
    readonly type?: 'file' | 'directory';
    readonly date: Date;
    readonly mode: number;
    /** Stores the bytes without compression. */
    readonly store?: boolean;
  }

  /** The part of zip-stream 6 that the server uses. */
  // eslint-disable-next-line import/no-default-export -- the package's own export
  export default class ZipStream extends Transform {
    constructor(options: { readonly forceZip64: boolean });
    entry(source: Readable | Buffer, data: EntryData, callback: (error?: Error | null) => void): void;
    finish(): void;
  }
}
