import { buffers, channel, type Task } from 'redux-saga';
import type { Failure } from '@data-manager/domain/failures/failure';
import { isWorthFinishing, type PlannedPart } from '@data-manager/domain/uploads/uploadPlan';
import type { Throughput, ThroughputMeasured } from './throughput';

/** The result of sending the parts. */
export type PartsEnd =
  { readonly kind: 'sent' } | { readonly kind: 'paused' } | { readonly kind: 'failed'; readonly failure: Failure };

/** What the pool reacts to. */
export type PoolEvent =
  | { readonly kind: 'part-ended'; readonly part: PlannedPart; readonly failure?: Failure }
  | { readonly kind: 'paused' }
  | { readonly kind: 'pause-overdue' }
  | { readonly kind: 'resumed' }
  | ThroughputMeasured;

interface RunningPart {
  readonly part: PlannedPart;
  readonly task: Task<void>;
}

/**
 * The parts of a file that wait or are in flight, and the rules by which they start and end.
 *
 * Problem: pauses, failures and the ends of parts arrive in any order. A part may even end just before it is aborted.
 * Idea: each of them is an event in one channel, and `react` handles one after the other. After a failure, no part is started,
 * and parts in flight are not retried. After a pause, parts that are nearly sent finish, and the others are aborted and wait again.
 * Cost: a part that is aborted is sent from its beginning again.
 */
export class PartPool {
  readonly events = channel<PoolEvent>(buffers.expanding());
  /** The bytes sent so far of each part in flight, by part number. Updated while they are sent. */
  readonly inFlight = new Map<number, number>();
  readonly #running = new Map<number, RunningPart>();
  readonly #waiting: PlannedPart[];
  readonly #throughput: Throughput;
  #isPaused: boolean;
  #failure: Failure | undefined;

  constructor(parts: readonly PlannedPart[], throughput: Throughput, isPaused: boolean) {
    this.#waiting = [...parts];
    this.#throughput = throughput;
    this.#isPaused = isPaused;
  }

  /** Returns true if a retry of a part is pointless. */
  isStopping(): boolean {
    return this.#isPaused || this.#failure !== undefined;
  }

  /** Takes the next part to start; undefined if none may start now. */
  next(): PlannedPart | undefined {
    const isFull = this.#running.size >= this.#throughput.concurrency();
    return this.isStopping() || isFull ? undefined : this.#waiting.shift();
  }

  start(part: PlannedPart, task: Task<void>): void {
    this.#running.set(part.partNumber, { part, task });
  }

  /** Returns how the file has ended; undefined while parts are in flight. */
  end(): PartsEnd | undefined {
    if (this.#running.size > 0) return undefined;
    if (this.#failure !== undefined) return { kind: 'failed', failure: this.#failure };
    return { kind: this.#waiting.length === 0 ? 'sent' : 'paused' };
  }

  react(event: PoolEvent): void {
    switch (event.kind) {
      case 'part-ended':
        this.#endPart(event.part, event.failure);
        break;
      case 'paused':
        this.#isPaused = true;
        this.#drop(this.#partsFarFromSent());
        break;
      case 'pause-overdue':
        this.#drop([...this.#running.values()]);
        break;
      case 'resumed':
        this.#isPaused = false;
        break;
      case 'throughput-measured':
        break;
    }
  }

  #endPart(part: PlannedPart, failure: Failure | undefined): void {
    const wasRunning = this.#running.delete(part.partNumber);
    if (!wasRunning) {
      // It ended just before it was dropped.
      if (failure === undefined) this.#waiting.splice(this.#waiting.indexOf(part), 1);
    } else if (failure !== undefined && this.#isPaused) this.#waiting.unshift(part);
    else this.#failure ??= failure;
  }

  #partsFarFromSent(): readonly RunningPart[] {
    const ratePerPart = this.#throughput.ratePerPart();
    return [...this.#running.values()].filter(({ part: { partNumber, start, end } }) => {
      const sent = this.inFlight.get(partNumber);
      return sent === undefined || !isWorthFinishing(end - start, sent, ratePerPart);
    });
  }

  /** Aborts parts. They wait again, in their order. */
  #drop(parts: readonly RunningPart[]): void {
    for (const { part, task } of [...parts].reverse()) {
      task.cancel();
      this.#running.delete(part.partNumber);
      this.inFlight.delete(part.partNumber);
      this.#waiting.unshift(part);
    }
  }
}
