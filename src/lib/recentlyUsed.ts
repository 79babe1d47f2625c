interface Options<Key, Value> {
  /** The costs of all values together, at most. */
  readonly maxCost: number;
  /** 1 by default. */
  readonly costOf?: (value: Value, key: Key) => number;
  /** Called with each value that `trim` or `clear` forgets. */
  readonly onForgotten?: (value: Value) => void;
}

/** Values by key. The least recently used values are forgotten when all together cost too much. */
export class RecentlyUsed<Key, Value> {
  /** In order of last use: a `Map` keeps the order of insertion. */
  readonly #kept = new Map<Key, { readonly value: Value; readonly cost: number }>();
  readonly #options: Options<Key, Value>;
  #cost = 0;

  constructor(options: Options<Key, Value>) {
    this.#options = options;
  }

  /** Returns a value, and counts that as a use. */
  get(key: Key): Value | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.value;
  }

  /** Returns a value without counting that as a use. */
  peek(key: Key): Value | undefined {
    return this.#kept.get(key)?.value;
  }

  /** The keys, least recently used first. */
  keys(): readonly Key[] {
    return [...this.#kept.keys()];
  }

  /** Adds or replaces a value. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const cost = this.#options.costOf?.(value, key) ?? 1;
    this.#kept.set(key, { value, cost });
    this.#cost += cost;
  }

  delete(key: Key): void {
    this.#cost -= this.#kept.get(key)?.cost ?? 0;
    this.#kept.delete(key);
  }

  clear(): void {
    for (const [key, { value }] of this.#kept) {
      this.delete(key);
      this.#options.onForgotten?.(value);
    }
  }

  /** Forgets values until the others cost no more than allowed, except the values that are needed. */
  trim(isNeeded: (value: Value, key: Key) => boolean = () => false): void {
    const { maxCost, onForgotten } = this.#options;
    for (const [key, { value }] of this.#kept) {
      if (this.#cost <= maxCost) return;
      if (isNeeded(value, key)) continue;
      this.delete(key);
      onForgotten?.(value);
    }
  }
}
