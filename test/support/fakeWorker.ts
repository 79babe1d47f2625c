import type { CallWorker } from '../../src/platform/workers/workerCalls';

/** A call that a fake worker has received. */
interface ReceivedCall {
  readonly id: number;
  readonly call: string;
  readonly args: readonly unknown[];
}

/** A worker that answers when a test says so. */
export class FakeWorker extends EventTarget implements CallWorker {
  readonly calls: ReceivedCall[] = [];
  isEnded = false;

  postMessage(message: object): void {
    if ('call' in message) this.calls.push(message as ReceivedCall);
  }
  terminate(): void {
    this.isEnded = true;
  }
  /** Answers a call, by default the latest one. */
  answer(result: unknown, id = this.calls.at(-1)?.id): void {
    this.#send({ id, result });
  }
  progress(): void {
    this.#send({ progress: true });
  }
  fail(kind: 'error' | 'messageerror' = 'error'): void {
    this.dispatchEvent(new Event(kind));
  }

  #send(data: object): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
