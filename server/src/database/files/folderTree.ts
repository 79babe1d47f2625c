/** Returns the key of the folder that contains a file or folder; undefined at the top of a project. */
function folderOf(key: string): string | undefined {
  const end = key.lastIndexOf('/');
  const projectEnd = key.indexOf('/', key.indexOf('/') + 1);
  return end > projectEnd ? key.slice(0, end) : undefined;
}

/**
 * The folders above some keys, without their projects. A key can have hundreds of folders, and a request a thousand keys, so
 * each folder is visited once, however many keys are below it.
 */
export class FolderTree<Mark> {
  readonly #marks = new Map<string, Mark>();
  readonly #mark: (folder: string, parent: Mark | undefined) => Mark;

  /** @param mark Returns what is to be known about a folder. Called once for each folder, with the mark of its parent. */
  constructor(mark: (folder: string, parent: Mark | undefined) => Mark) {
    this.#mark = mark;
  }

  get size(): number {
    return this.#marks.size;
  }

  /** The folders, each after its parent. */
  keys(): Iterable<string> {
    return this.#marks.keys();
  }

  /** Returns the mark of a folder; undefined unless a key below it was added. */
  get(folder: string): Mark | undefined {
    return this.#marks.get(folder);
  }

  /** Adds the folders above a key, and returns the mark of the lowest one; undefined at the top of a project. */
  add(key: string): Mark | undefined {
    const added: string[] = [];
    let folder = folderOf(key);
    while (folder !== undefined && !this.#marks.has(folder)) {
      added.push(folder);
      folder = folderOf(folder);
    }
    let mark = folder === undefined ? undefined : this.#marks.get(folder);
    for (const each of added.reverse()) {
      mark = this.#mark(each, mark);
      this.#marks.set(each, mark);
    }
    return mark;
  }
}

/** Keys in an order in which those below a folder follow each other. */
export class SortedKeys {
  readonly #keys: readonly string[];

  constructor(keys: Iterable<string>) {
    // By code unit.
    this.#keys = [...keys].sort((one, other) => (one < other ? -1 : Number(one > other)));
  }

  /** Returns the keys below a folder. */
  below(folder: string): readonly string[] {
    const start = this.#countBefore(`${folder}/`);
    // `0` follows `/`.
    return this.#keys.slice(start, this.#countBefore(`${folder}0`));
  }

  #countBefore(text: string): number {
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#keys[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
