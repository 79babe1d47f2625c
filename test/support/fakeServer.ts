/** A call that reached the fake server. */
export interface RecordedCall {
  readonly method: string;
  /** URL without the query. */
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** Cache mode of the request. Undefined for the browser's default. */
  readonly cache: RequestCache | undefined;
  /** Credentials mode of the request. Undefined for the browser's default. */
  readonly credentials: RequestCredentials | undefined;
  /** Referrer policy of the request. Undefined for the browser's default. */
  readonly referrerPolicy: ReferrerPolicy | undefined;
  /** The parsed JSON body. Undefined if the call has none. */
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
}

export interface FakeResponse {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: HeadersInit;
}

/** A response, or `unreachable`, which makes the fetch reject. */
export type FakeAnswer =
  | FakeResponse
  | 'unreachable'
  /** Never responds. The fetch rejects when it is aborted. */
  | 'hanging';
export type FakeHandler = (call: RecordedCall) => FakeAnswer | Promise<FakeAnswer>;

export type FakeServer = ReturnType<typeof createFakeServer>;

/**
 * Creates a fake `fetch` with a response or handler for each route `METHOD /path`, where the path omits the prefix
 * `/v1`. Unknown routes respond with 404.
 */
export function createFakeServer(routes: Readonly<Record<string, FakeHandler | FakeAnswer>> = {}) {
  const handlers = new Map<string, FakeHandler | FakeAnswer>(Object.entries(routes));
  const calls: RecordedCall[] = [];
  const findHandler = (route: string): FakeHandler | FakeAnswer => {
    const exact = handlers.get(route);
    if (exact !== undefined) return exact;
    for (const [pattern, handler] of handlers) {
      if (pattern.endsWith('*') && route.startsWith(pattern.slice(0, -1))) return handler;
    }
    return { status: 404, json: { msg: `No route ${route}` } };
  };
  const fakeFetch: typeof fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const call: RecordedCall = {
      method: init.method ?? 'GET',
      url: url.origin + url.pathname,
      path: url.pathname.replace(/^\/v1(?=\/)/, ''),
      query: url.searchParams,
      headers: new Headers(init.headers),
      cache: init.cache,
      credentials: init.credentials,
      referrerPolicy: init.referrerPolicy,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      signal: init.signal ?? undefined,
    };
    call.signal?.throwIfAborted();
    calls.push(call);
    const handler = findHandler(`${call.method} ${call.path}`);
    const answer =
      typeof handler === 'function' ? await Promise.race([handler(call), untilAborted(call.signal)]) : handler;
    if (answer === 'hanging') return untilAborted(call.signal);
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    const { status = 200, json, text, headers } = answer;
    return new Response(text ?? (json === undefined ? '' : JSON.stringify(json)), {
      status,
      ...(headers === undefined ? {} : { headers }),
    });
  };
  return {
    fetch: fakeFetch,
    calls,
    /** Returns `METHOD path` of every call so far, in order. */
    story: () => calls.map(({ method, path }) => `${method} ${path}`),
    /** Sets the response to a route. A path can end with the wildcard `*`. */
    on: (route: `${string} /${string}`, handler: FakeHandler | FakeAnswer) => void handlers.set(route, handler),
  };
}

/** Returns a handler that responds with each answer once and then repeats the last one. */
export function inSequence(...answers: readonly FakeAnswer[]): FakeHandler {
  let asked = 0;
  return () => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? {};
    asked += 1;
    return answer;
  };
}

/** Rejects like `fetch` when the signal aborts. */
function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(new DOMException('Aborted', 'AbortError'));
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort);
  });
}
