import { once } from '@data-manager/lib/once';
import { failUnlessLeaving } from './leaving';
import type { Unsubscribe } from './unsubscribe';
import { wait } from './wait';

const RETRY_MS = 2_000;

/**
 * Creates a function that loads the code of a port once, trying every two seconds until it succeeds. Calls that need the
 * code wait until then, so that their work continues when the network is back.
 */
export function lazyPort<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return once(() => loadWithRetry(load));
}

async function loadWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await failUnlessLeaving(load());
    } catch {
      await wait(RETRY_MS);
    }
  }
}

/** The functions of a port, whose results arrive later. */
type Forwarded<Port, Name extends keyof Port> = {
  readonly [Call in Name]: Port[Call] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** Returns the named functions of a port. Each loads the port before it calls it. */
export function forwardCalls<Port extends object, const Name extends keyof Port>(
  load: () => Promise<Port>,
  names: readonly Name[],
): Forwarded<Port, Name> {
  const forward =
    (name: Name) =>
    async (...args: unknown[]) => {
      const port = (await load()) as Record<Name, (...args: unknown[]) => unknown>;
      return port[name](...args);
    };
  return Object.fromEntries(names.map((name) => [name, forward(name)])) as Forwarded<Port, Name>;
}

/** Returns a function that subscribes once the port is loaded, unless the subscription has ended by then. */
export function forwardSubscription<Port, Args extends unknown[]>(
  load: () => Promise<Port>,
  subscribe: (port: Port, ...args: Args) => Unsubscribe,
): (...args: Args) => Unsubscribe {
  return (...args) => {
    let end: Unsubscribe | undefined;
    let isEnded = false;
    void load().then((port) => {
      if (!isEnded) end = subscribe(port, ...args);
    });
    return () => {
      isEnded = true;
      end?.();
    };
  };
}
