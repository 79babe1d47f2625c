import { err, ok, type Result } from '@data-manager/lib/result';

/*
 * Calls of functions that run in a worker. Both sides come from the same build, so their messages are not validated.
 * Signals can't be sent to a worker, so that they are passed separately: a function receives its signal after its arguments.
 */

/** The arguments of a function that are sent. */
export type SentArgs<Called> = Called extends (...args: infer Args extends unknown[]) => unknown
  ? Args extends [...infer Sent, AbortSignal]
    ? Sent
    : Args
  : never;

/** What a function's promise resolves with. */
export type AnswerOf<Called> = Called extends (...args: never[]) => Promise<infer Answer> ? Answer : never;

/** Calls one of the functions, which return promises that never reject. */
export type SendCall<Calls> = <Name extends keyof Calls & string>(
  name: Name,
  args: SentArgs<Calls[Name]>,
  signal?: AbortSignal,
) => Promise<AnswerOf<Calls[Name]>>;

type AnyCall = (name: string, args: readonly unknown[], signal?: AbortSignal) => Promise<unknown>;

/** Sent to the worker. */
type CallRequest =
  | { readonly id: number; readonly call: string; readonly args: readonly unknown[] }
  /** Aborts a call. */
  | { readonly id: number; readonly abort: true };

/** Sent by the worker: the result of a call, or that it makes progress. */
type CallResponse = { readonly id: number; readonly result: unknown } | { readonly progress: true };

export type CallWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

/** Why a worker was terminated. `failed`: its script could not be loaded, or did not catch an error. */
export type WorkerEnd = 'failed' | 'stalled' | 'aborted';

const NEVER = new AbortController().signal;

/** A worker with its calls. When it ends, its state is lost, and so are the calls that it has not answered. */
export class CalledWorker {
  /** Called whenever the worker reports progress. */
  onProgress: (() => void) | undefined;
  readonly #worker: CallWorker;
  readonly #pending = new Map<number, (answer: Result<unknown, WorkerEnd>) => void>();
  #ended: WorkerEnd | undefined;
  #sent = 0;

  constructor(worker: CallWorker) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<CallResponse>) => {
      if ('progress' in data) this.onProgress?.();
      else this.#settle(data.id, ok(data.result));
    });
    worker.addEventListener('messageerror', () => this.end('failed'));
    worker.addEventListener('error', () => this.end('failed'));
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  call(name: string, args: readonly unknown[], signal: AbortSignal): Promise<Result<unknown, WorkerEnd>> {
    if (this.#ended !== undefined) return Promise.resolve(err(this.#ended));
    return new Promise((resolve) => {
      const id = (this.#sent += 1);
      const abort = (): void => this.#worker.postMessage({ id, abort: true } satisfies CallRequest);
      this.#pending.set(id, (answer) => {
        signal.removeEventListener('abort', abort);
        resolve(answer);
      });
      signal.addEventListener('abort', abort);
      this.#worker.postMessage({ id, call: name, args } satisfies CallRequest);
      if (signal.aborted) abort();
    });
  }

  end(reason: WorkerEnd): void {
    this.#ended = reason;
    this.#worker.terminate();
    for (const id of [...this.#pending.keys()]) this.#settle(id, err(reason));
  }

  #settle(id: number, answer: Result<unknown, WorkerEnd>): void {
    this.#pending.get(id)?.(answer);
    this.#pending.delete(id);
  }
}

/** Starts a worker; returns undefined if the browser or the page's Content Security Policy does not allow one. */
export function startWorker(spawn: () => CallWorker): CalledWorker | undefined {
  try {
    return new CalledWorker(spawn());
  } catch {
    return undefined;
  }
}

/**
 * Sends calls to a worker, which starts immediately. If there is none, or it reports an error, the page carries them out.
 *
 * @param createCalls creates the functions that run on the page
 * @param isReplaced true if a worker that reports an error is replaced by the next call, because the page can't do its work
 */
export function createCallSender<Calls extends object>(
  spawn: () => CallWorker,
  createCalls: () => Calls,
  isReplaced = false,
): SendCall<Calls> {
  let worker = startWorker(spawn);
  let onPage: AnyCall | undefined;
  const send: AnyCall = async (name, args, signal = NEVER) => {
    if (isReplaced && worker?.hasEnded !== false) worker = startWorker(spawn);
    const answer = await worker?.call(name, args, signal);
    if (answer?.ok === true) return answer.value;
    onPage ??= callerOf(createCalls());
    return onPage(name, args, signal);
  };
  return send as SendCall<Calls>;
}

/** Calls functions without a worker. */
export function callHere<Calls extends object>(calls: Calls): SendCall<Calls> {
  return callerOf(calls) as SendCall<Calls>;
}

function callerOf(calls: object): AnyCall {
  const functions = calls as Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
  return (name, args, signal = NEVER) =>
    functions[name]?.(...args, signal) ?? Promise.reject(new RangeError(`There is no call ${name}`));
}

/**
 * Answers the calls that are sent to this worker.
 *
 * @param transferOf returns the buffers of a result that are moved to the page
 */
export function serveCalls<Calls extends object>(
  calls: Calls,
  transferOf: (result: AnswerOf<Calls[keyof Calls]>) => ArrayBuffer[] = () => [],
): void {
  const call = callerOf(calls);
  const controllers = new Map<number, AbortController>();
  self.addEventListener('message', ({ data }: MessageEvent<CallRequest>) => {
    const { id } = data;
    if ('abort' in data) {
      controllers.get(id)?.abort();
      return;
    }
    const controller = new AbortController();
    controllers.set(id, controller);
    void call(data.call, data.args, controller.signal).then((result) => {
      controllers.delete(id);
      self.postMessage({ id, result } satisfies CallResponse, {
        transfer: transferOf(result as AnswerOf<Calls[keyof Calls]>),
      });
    });
  });
}

/** Tells the page that a call of this worker makes progress. */
export function reportProgress(): void {
  self.postMessage({ progress: true } satisfies CallResponse);
}
