import { buffers, channel } from 'redux-saga';
import * as v from 'valibot';
import { Text } from '@data-manager/domain/storedValues';
import { arm, call, fork, join, putTo, race, select, takeFrom, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor, waitForSignal } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import type { Ports } from '../../platform/ports';
import { supervise } from '../../platform/supervise';
import type { Unsubscribe } from '../../platform/unsubscribe';
import { postMessage, type MachineMessage } from './tabMessages';

/*
 * Problem: another tab, or this one after a reload, must find what a machine has done, and must not repeat it.
 * Idea: the driver writes the difference to what it has written before, together with the ids of the posted commands whose results
 * are in it, and then grants these commands. A refused write grants them as well, since every further one would be
 * refused, too, and warns once.
 * Cost: a machine that writes in batches grants a command up to a second after it has carried it out.
 */

/** How a machine is stored. */
export interface Persistence<Items> {
  readonly select: (state: never) => Items;
  readonly isChanged: (written: Items, items: Items) => boolean;
  /**
   * Writes a difference. `granted`: the commands to remember, empty if they have not changed. Returns false if the browser
   * refuses.
   */
  readonly write: (written: Items, items: Items, granted: readonly string[]) => SagaOf<boolean>;
  /** Shown once if the browser refuses to write. Absent if the storage warns itself. */
  readonly warning?: string;
  /** Subscribes to changes, if the storage itself reports them to the other tabs. */
  readonly onStored?: (ports: Ports, listener: () => void) => Unsubscribe;
  /** Returns true for a difference that other tabs have to read. Absent if they read each of them. */
  readonly isNews?: (written: Items, items: Items) => boolean;
  /** Set for a machine that changes too often to write each change: further changes are written with the first. */
  readonly batch?: {
    readonly withinMs: number;
    /** Returns true for a change that not even a crash may undo. */
    readonly isUrgent: (written: Items, items: Items) => boolean;
  };
}

/** The next driver must know this many commands: messages about older commands no longer arrive. */
const REMEMBERED_COMMANDS = 100;

/** Waits for the completion of a command whose result is not in the state yet. */
export type Completion = () => SagaOf<void>;

/** What the driver of a machine has written, and the commands whose results are stored. */
export class MachineStore<Items> {
  readonly #machine: string;
  readonly #persistence: Persistence<Items>;
  #written: Items;
  #granted: readonly string[];
  /** Commands that this driver has begun to carry out. */
  readonly #begun = new Set<string>();
  /** Commands that are carried out, but whose results are not stored yet. */
  #executed: readonly string[] = [];
  /** Number of commands that are carried out now: of this tab and of other tabs, side by side. */
  #executing = 0;
  /** Gets a message when one of them has been carried out. */
  readonly #idle = channel<object>(buffers.none());
  #writes = 0;
  #hasWarned = false;

  /** @param granted as the previous driver has stored it */
  constructor(machine: string, persistence: Persistence<Items>, written: Items, granted: unknown) {
    this.#machine = machine;
    this.#persistence = persistence;
    this.#written = written;
    this.#granted = v.is(v.array(Text), granted) ? granted : [];
  }

  /** Returns true for a command that was carried out before, whether its result is stored or not. */
  isKnown(id: string): boolean {
    return this.#begun.has(id) || this.#granted.includes(id);
  }

  /** Grants a command again whose grant did not arrive. */
  *grantAgain(id: string): SagaOf<void> {
    if (this.#granted.includes(id))
      yield* postMessage({ kind: 'granted', machine: this.#machine, id } satisfies MachineMessage);
  }

  /** Writes every change. */
  *persist(): SagaOf<void> {
    const { batch, isChanged } = this.#persistence;
    let isClosing = false;
    for (;;) {
      yield* waitFor(this.#changedItems(isChanged));
      if (batch !== undefined && !isClosing) yield* waitForBatch(batch.withinMs, this.#changedItems(batch.isUrgent));
      while (this.#executing > 0) yield* takeFrom(this.#idle);
      const items = yield* select(this.#persistence.select);
      if (batch === undefined) yield* this.#write(items);
      else isClosing = yield* writeUntilClosing(this.#write.bind(this), items);
    }
  }

  /**
   * Carries out a command that another tab could repeat, and grants it once its result is stored. Nothing is written
   * meanwhile, so that no result is stored without its command. An error ends the command as well: each further driver would
   * only run into it again.
   */
  *carryOut(id: string, execute: () => SagaOf<Completion | undefined>): SagaOf<void> {
    const completions: Completion[] = [];
    this.#begun.add(id);
    this.#executing += 1;
    yield* supervise(function* carryOutCommand() {
      const completion = yield* execute();
      if (completion !== undefined) completions.push(completion);
    });
    const [completion] = completions;
    if (completion === undefined) this.#executed = [...this.#executed, id];
    else yield* fork(supervise, this.#grantAfter.bind(this, id, completion));
    this.#executing -= 1;
    yield* putTo(this.#idle, {});
    yield* this.#grantStored();
  }

  *#grantAfter(id: string, completion: Completion): SagaOf<void> {
    yield* supervise(completion);
    this.#executed = [...this.#executed, id];
    yield* this.#grantStored();
  }

  /** Commands that have changed nothing don't have to wait for the next write. */
  *#grantStored(): SagaOf<void> {
    const items = yield* select(this.#persistence.select);
    const isStored = this.#writes === 0 && !this.#persistence.isChanged(this.#written, items);
    if (isStored) yield* this.#grant(this.#takeExecuted());
  }

  #changedItems(isChanged: Persistence<Items>['isChanged']) {
    return (state: never): Items | false => {
      const items = this.#persistence.select(state);
      return isChanged(this.#written, items) && items;
    };
  }

  *#write(items: Items): SagaOf<void> {
    const { toast } = yield* getPorts();
    const { write, warning, onStored, isNews = () => onStored === undefined } = this.#persistence;
    const before = this.#written;
    const executed = this.#takeExecuted();
    this.#written = items;
    this.#writes += 1;
    try {
      const isWritten = yield* write(before, items, executed.length > 0 ? this.#withGranted(executed) : []);
      if (isNews(before, items))
        yield* postMessage({ kind: 'stored', machine: this.#machine } satisfies MachineMessage);
      if (!isWritten && !this.#hasWarned && warning !== undefined) {
        this.#hasWarned = true;
        yield* call(toast, warning, 'warning');
      }
    } catch (error) {
      // The next write repeats it.
      this.#written = before;
      this.#executed = [...executed, ...this.#executed];
      throw error;
    } finally {
      this.#writes -= 1;
    }
    yield* this.#grant(executed);
    yield* this.#grantStored();
  }

  #takeExecuted(): readonly string[] {
    const executed = this.#executed;
    this.#executed = [];
    return executed;
  }

  *#grant(ids: readonly string[]): SagaOf<void> {
    this.#granted = this.#withGranted(ids);
    for (const id of ids) yield* postMessage({ kind: 'granted', machine: this.#machine, id } satisfies MachineMessage);
  }

  #withGranted(ids: readonly string[]): readonly string[] {
    return [...this.#granted, ...ids].slice(-REMEMBERED_COMMANDS);
  }
}

/** Waits for further changes that are written with the first one, until one of them is urgent or the page may be closing. */
export function* waitForBatch(withinMs: number, selectUrgent: (state: never) => unknown): SagaOf<void> {
  const { page } = yield* getPorts();
  yield* race({
    urgent: arm.call(waitFor<unknown>, selectUrgent),
    later: arm.delay(withinMs),
    closing: arm.call(waitForSignal, page.onMayClose),
  });
}

/**
 * Runs a write until it ends, or until the page may be closing. Returns true in the latter case: what has happened since
 * the write began can't wait for its end.
 */
export function* writeUntilClosing<Args extends unknown[]>(
  write: (...args: Args) => SagaOf<void>,
  ...args: Args
): SagaOf<boolean> {
  const { page } = yield* getPorts();
  const writing = yield* fork(write, ...args);
  yield* race({ written: arm.call(join<void>, writing), closing: arm.call(waitForSignal, page.onMayClose) });
  return writing.isRunning();
}
