/** The integers of an entry of a directory, with their place in the file. */
export interface EditedEntry {
  readonly values: readonly number[];
  /** Where the values begin: inside the entry, or elsewhere. */
  readonly place: number;
  readonly bytes: number;
  /** Where the entry begins. */
  readonly at: number;
}

/** A directory of a file. */
export interface EditedDirectory {
  /** The bytes of the directory itself. */
  readonly start: number;
  readonly end: number;
  readonly next: number;
  /** The entries by tag. */
  readonly entries: ReadonlyMap<number, EditedEntry>;
}

const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 13: 4, 16: 8, 18: 8 };

/** Reads and changes the directories of a complete TIFF or BigTIFF. Shares no code with the readers that are tested. */
export class TiffEditor {
  readonly file: Buffer;
  readonly #isLittleEndian: boolean;
  readonly #isBig: boolean;

  constructor(file: Uint8Array) {
    this.file = Buffer.from(file);
    this.#isLittleEndian = this.file[0] === 0x49;
    this.#isBig = this.#read(2, 2) === 43;
  }

  /** Returns the directories of the chain. */
  pages(): readonly EditedDirectory[] {
    const found: EditedDirectory[] = [];
    for (let at = this.#read(this.#isBig ? 8 : 4, this.#offsetBytes); at !== 0; at = found.at(-1)?.next ?? 0) {
      if (found.some(({ start }) => start === at)) break;
      found.push(this.#directory(at));
    }
    return found;
  }

  /** Returns a directory of the chain, and those of its lower resolutions. */
  levels(page: EditedDirectory): readonly EditedDirectory[] {
    return [page, ...(page.entries.get(330)?.values ?? []).map((at) => this.#directory(at))];
  }

  /** Replaces the values of an entry by as many or fewer ones. */
  write({ values: before, place, bytes, at }: EditedEntry, values: readonly number[]): void {
    const size = bytes / before.length;
    const [countBytes, inline] = this.#isBig ? [8, 12] : [4, 8];
    this.#write(at + 4, countBytes, values.length);
    const start = values.length * size <= this.#offsetBytes ? at + inline : place;
    values.forEach((value, index) => this.#write(start + index * size, size, value));
  }

  /** Returns the file with a list at its end. */
  withListAtEnd({ place, bytes, at }: EditedEntry): Buffer {
    this.#write(at + (this.#isBig ? 12 : 8), this.#offsetBytes, this.file.length);
    return Buffer.concat([this.file, this.file.subarray(place, place + bytes)]);
  }

  /** Makes a directory point to another next one. */
  link({ end }: EditedDirectory, next: number): void {
    this.#write(end - this.#offsetBytes, this.#offsetBytes, next);
  }

  get #offsetBytes(): number {
    return this.#isBig ? 8 : 4;
  }

  #directory(start: number): EditedDirectory {
    const [countBytes, entryBytes, inline] = this.#isBig ? [8, 20, 12] : [2, 12, 8];
    const count = this.#read(start, countBytes);
    const entries = new Map<number, EditedEntry>();
    for (let index = 0; index < count; index += 1) {
      const at = start + countBytes + index * entryBytes;
      const size = TYPE_BYTES[this.#read(at + 2, 2)] ?? 0;
      const length = this.#read(at + 4, this.#isBig ? 8 : 4);
      const bytes = size * length;
      const place = bytes <= this.#offsetBytes ? at + inline : this.#read(at + inline, this.#offsetBytes);
      if (place + bytes > this.file.length) throw new RangeError('The file ends before a list.');
      const values = Array.from({ length: size === 0 ? 0 : length }, (_, one) => this.#read(place + one * size, size));
      entries.set(this.#read(at, 2), { values, place, bytes, at });
    }
    const end = start + countBytes + count * entryBytes + this.#offsetBytes;
    return { start, end, next: this.#read(end - this.#offsetBytes, this.#offsetBytes), entries };
  }

  #read(at: number, bytes: number): number {
    const [low, high] = this.#isLittleEndian ? [0, 4] : [4, 0];
    if (bytes === 8) return this.#read(at + low, 4) + this.#read(at + high, 4) * 2 ** 32;
    return this.#isLittleEndian ? this.file.readUIntLE(at, bytes) : this.file.readUIntBE(at, bytes);
  }

  #write(at: number, bytes: number, value: number): void {
    const [low, high] = this.#isLittleEndian ? [0, 4] : [4, 0];
    if (bytes === 8) {
      this.#write(at + low, 4, value % 2 ** 32);
      this.#write(at + high, 4, Math.floor(value / 2 ** 32));
    } else if (this.#isLittleEndian) this.file.writeUIntLE(value, at, bytes);
    else this.file.writeUIntBE(value, at, bytes);
  }
}
