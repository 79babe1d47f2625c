import type { FindPath } from '../../src/app/recorder/effectLabels';
import type { Ports } from '../../src/platform/ports';

interface StubContext {
  /** Any member is a stub: `ports.clock.now` is a function with the path `clock.now`. */
  readonly stub: (path: string) => unknown;
  readonly ports: Ports;
  readonly findPath: FindPath;
}

/**
 * Stubs for the sagas' context. Effects that call a stub get their results from the recording and never run it. Direct
 * calls are outputs, which do nothing, and subscriptions.
 *
 * @param onUnrecordedRead called when a saga reads a port without an effect
 */
export function createStubContext(onUnrecordedRead: (path: string) => void): StubContext {
  const stubs = new Map<string, object>();
  const paths = new WeakMap<object, string>();

  const stub = (path: string): object => {
    const existing = stubs.get(path);
    if (existing !== undefined) return existing;
    const created = new Proxy(() => undefined, {
      get: (_target, name) => {
        if (typeof name !== 'string' || NOT_MEMBERS.includes(name)) return undefined;
        return stub(path === '' ? name : `${path}.${name}`);
      },
      apply: (_target, _this, args: readonly unknown[]) => {
        if (path === 'records') return stub(`records.${String(args[0])}`);
        // A subscription returns the function that ends it.
        if (/(^|\.)(on[A-Z]\w*|watch)$/.test(path)) return () => undefined;
        if (READS.test(path)) onUnrecordedRead(path);
        return undefined;
      },
    });
    stubs.set(path, created);
    // `records` only looks up a store: its functions are the effects.
    if (path !== 'records') paths.set(created, path);
    return created;
  };

  return {
    stub,
    ports: stub('') as Ports,
    findPath: (fn) => (typeof fn === 'function' ? paths.get(fn) : undefined),
  };
}

/** With these, redux-saga would treat a stub as a promise or an iterator. */
const NOT_MEMBERS = ['then', 'next', 'throw'];

/** Ports whose results a saga needs an effect for. */
const READS =
  /(^|\.)(now|uuid|fraction|get|add|is[A-Z]\w*|readAll|putPart|hashPart|hashSamples|probeFile|reopenFiles|acquire)$/;
