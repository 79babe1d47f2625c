type Thunk = (dispatch: (action: unknown) => unknown, ...others: readonly unknown[]) => unknown;

export function isThunk(action: unknown): action is Thunk {
  return typeof action === 'function';
}

/** Thrown in a thunk to stop it before its request. */
const REQUEST = new Error('A request waits for Redux DevTools.');

/**
 * Returns a thunk that runs a given one, unless it sends a request: then it calls `wait` instead. A thunk of RTK Query
 * sends its request by dispatching another thunk, and has changed nothing before. Others only return a part of the store.
 */
export function unlessRequest(thunk: Thunk, wait: () => unknown): Thunk {
  return (dispatch, ...others) => {
    const stopAtRequest = (action: unknown): unknown => {
      if (isThunk(action)) throw REQUEST;
      return dispatch(action);
    };
    try {
      return thunk(stopAtRequest, ...others);
    } catch (error) {
      if (error === REQUEST) return wait();
      throw error;
    }
  };
}

/**
 * Makes a thunk wait. The hooks of RTK Query call methods of what `dispatch` returns, and throw without a result, which
 * takes down the page.
 *
 * @param start dispatches the thunk
 * @param cancel is called if the caller no longer needs the result
 */
export function createWaitingRequest(start: () => unknown, cancel: () => void) {
  let started: unknown;
  let settle: (value: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((resolve) => (settle = resolve));
  /** What RTK Query's hooks use of a dispatched request before it has started. */
  const waiting = {
    arg: {},
    unsubscribe: cancel,
    abort: cancel,
    reset: cancel,
    unwrap: async () => {
      await promise;
      return unwrapped(started);
    },
    refetch: () => promise,
    updateSubscriptionOptions: () => undefined,
  };
  const result = new Proxy(promise, {
    get: (_promise, name) => {
      const source =
        name === 'then' || name === 'catch' || name === 'finally' ? promise : (asObject(started) ?? waiting);
      const member: unknown = Reflect.get(source, name);
      return typeof member === 'function' ? (member.bind(source) as unknown) : member;
    },
  });
  return {
    /** What the caller of `dispatch` receives: a promise with the members of the request, of which most exist once it runs. */
    result,
    run: () => {
      started = start();
      settle(started);
    },
  };
}

function unwrapped(started: unknown): unknown {
  const unwrap: unknown = Reflect.get(asObject(started) ?? {}, 'unwrap');
  return typeof unwrap === 'function' ? (unwrap.call(started) as unknown) : started;
}

function asObject(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}
