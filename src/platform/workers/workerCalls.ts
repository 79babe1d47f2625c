import { trySpawn } from './trySpawn';

/*
 * Calls of functions that run in a worker. Both sides come from the same build, so their messages are not validated.
 * Signals can't be sent to a worker, so that they are passed separately.
 */

/** Sent to the worker. */
type CallRequest<Name extends string> =
  | { readonly id: number; readonly call: Name; readonly args: readonly unknown[] }
  /** Aborts a call. */
  | { readonly id: number; readonly abort: true };

/** Sent by the worker when a call has ended. */
interface CallResponse {
  readonly id: number;
  readonly result: unknown;
}

/** Runs a call by its name. Never rejects. */
export type RunCall<Name extends string> = (
  name: Name,
  args: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>;

/** Sends a call to the worker. */
export type SendCall<Name extends string> = (
  name: Name,
  args: readonly unknown[],
  signal?: AbortSignal,
) => Promise<unknown>;

type CallWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

interface PendingCall<Name extends string> {
  readonly name: Name;
  readonly args: readonly unknown[];
  readonly signal: AbortSignal;
  readonly settle: (result: unknown) => void;
}

const NEVER = new AbortController().signal;

/**
 * Sends calls to a worker, which starts immediately. If there is none, the page carries them out.
 *
 * @param createRun creates the function that runs calls on the page
 */
export function createCallSender<Name extends string>(
  spawn: () => CallWorker,
  createRun: () => RunCall<Name>,
): SendCall<Name> {
  const pending = new Map<number, PendingCall<Name>>();
  let onPage: RunCall<Name> | undefined;
  let sent = 0;

  const runOnPage = ({ name, args, signal, settle }: PendingCall<Name>): void => {
    onPage ??= createRun();
    void onPage(name, args, signal).then(settle);
  };

  const worker = trySpawn(spawn);
  worker?.addEventListener('message', ({ data }: MessageEvent<CallResponse>) => {
    pending.get(data.id)?.settle(data.result);
    pending.delete(data.id);
  });
  // The script could not be loaded. The worker's state is lost, and calls that need it fail.
  worker?.addEventListener('error', () => {
    worker.terminate();
    onPage = createRun();
    for (const call of pending.values()) runOnPage(call);
    pending.clear();
  });

  return (name, args, signal = NEVER) =>
    new Promise((resolve) => {
      const id = (sent += 1);
      const abort = (): void => worker?.postMessage({ id, abort: true } satisfies CallRequest<Name>);
      const settle = (result: unknown): void => {
        signal.removeEventListener('abort', abort);
        resolve(result);
      };
      if (worker === undefined || onPage !== undefined) {
        runOnPage({ name, args, signal, settle });
        return;
      }
      pending.set(id, { name, args, signal, settle });
      signal.addEventListener('abort', abort);
      worker.postMessage({ id, call: name, args } satisfies CallRequest<Name>);
      if (signal.aborted) abort();
    });
}

/** Answers the calls that are sent to this worker. `transferOf` names the buffers of a result that are moved to the page. */
export function serveCalls<Name extends string>(
  run: RunCall<Name>,
  transferOf: (result: unknown) => ArrayBuffer[] = () => [],
): void {
  const controllers = new Map<number, AbortController>();
  self.addEventListener('message', ({ data }: MessageEvent<CallRequest<Name>>) => {
    const { id } = data;
    if ('abort' in data) {
      controllers.get(id)?.abort();
      return;
    }
    const controller = new AbortController();
    controllers.set(id, controller);
    void run(data.call, data.args, controller.signal).then((result) => {
      controllers.delete(id);
      self.postMessage({ id, result } satisfies CallResponse, { transfer: transferOf(result) });
    });
  });
}
