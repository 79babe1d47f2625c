import type { Action } from '@reduxjs/toolkit';
import { buffers, type Channel } from 'redux-saga';
import type * as v from 'valibot';
import { belongsTo, type SessionOwner } from '@data-manager/domain/session/session';
import {
  actionChannel,
  all,
  arm,
  call,
  fork,
  put,
  race,
  select,
  takeFrom,
  type ActionOf,
  type Matchable,
  type SagaOf,
} from '@data-manager/lib/typedEffects';
import { handleEach } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { keepRunning, restart } from '../../platform/supervise';
import { checkRequested, selectSessionOwner } from '../../session/sessionSlice';
import { waitForOtherOwner } from '../../session/waitForOtherOwner';
import { toastInAllTabs } from '../tabBus';
import { findRepeatedCrash } from './crashes';
import { acquireLock, pageLock } from './pageLocks';
import { MachineStore, type Completion, type Persistence } from './persistMachine';
import {
  machineMessages,
  postMessage,
  receiveMessages,
  storedMessage,
  type CommandMessage,
  type MachineMessage,
} from './tabMessages';

/*
 * Problem: all tabs show the same transfers, but only one may carry them out, and it can close or crash at any time. A command
 * of another tab must then neither be lost nor be carried out twice.
 * Idea: the tab that holds the machine's Web Lock is the driver. The others show what it stores. Each keeps its
 * commands until the driver has stored their results and grants them, and posts them again to every new driver, which
 * finds the ids of those already granted in the storage. A tab that becomes the driver carries out its own first.
 * A driver that crashes again and again hands the lock on and follows.
 * Cost: the state is one message and one reading behind in tabs that do not drive. A command is lost if its tab closes
 * before the grant. Without Web Locks, each tab drives on its own.
 *
 * Files can't be posted. A machine that needs them is owned by the issuer: each page drives what its own user has requested, under
 * a lock of its own, and takes over what closed pages have left (`pageLocks.ts`).
 */

/** What all machines say. `Creators`: of the user's commands. */
interface Machine<Creators extends readonly Matchable<Action>[], Command, Items> {
  /** The messages and the Web Lock carry it. */
  readonly name: string;
  readonly commands: Creators;
  /** The user's commands. Given by a machine whose code loads with the first of them. */
  readonly issued?: Channel<ActionOf<Creators[number]>>;
  /** Turns a command into events. Returns a saga that waits for its result if that is not in the state yet. */
  readonly execute: (command: Command) => SagaOf<Completion | undefined>;
  /** Shows what is stored. The driver gets the remembered commands as a result. */
  readonly restore: (isDriver: boolean) => SagaOf<unknown>;
  readonly persistence: Persistence<Items>;
  /** The sagas that do the work. */
  readonly drive: readonly (() => SagaOf<void>)[];
}

/** A machine that one tab drives for all. `Command`: what can be posted of a command. */
interface SharedMachine<Creators extends readonly Matchable<Action>[], Command extends Action, Items> extends Machine<
  Creators,
  Command,
  Items
> {
  readonly owner: 'lock';
  /** Names its items in texts, such as `downloads`. */
  readonly title: string;
  /** Keeps the driver from working on an item until the user decides. `at`: milliseconds since 1970. */
  readonly setAside: (id: string, at: number) => SagaOf<unknown>;
  /** Stops what a driver has started outside of its sagas. */
  readonly letGo?: () => SagaOf<void>;
  /** Commands as other tabs post them. */
  readonly schema: v.GenericSchema<unknown, Command>;
  /** Makes ids, in the tab of the user: then a repeated command finds what it has made. Undefined if it is refused. */
  readonly prepare: (command: ActionOf<Creators[number]>) => SagaOf<Command | undefined>;
  /** Stores what can't be posted, before the command is posted. */
  readonly handOver?: (command: Command) => SagaOf<void>;
}

/** A machine that each page drives for itself. */
interface PageMachine<Creators extends readonly Matchable<Action>[], Items> extends Machine<
  Creators,
  ActionOf<Creators[number]>,
  Items
> {
  readonly owner: 'issuer';
  /** The id of this page. */
  readonly page: string;
  /** The items of a page that has just opened. */
  readonly nothing: Items;
}

/** Runs a machine in a tab of a browser profile. */
export function* shareMachine<Creators extends readonly Matchable<Action>[], Command extends Action, Items>(
  machine: SharedMachine<Creators, Command, Items> | PageMachine<Creators, Items>,
): SagaOf<void> {
  const issued = machine.issued ?? (yield* actionChannel(...machine.commands));
  yield* machine.owner === 'lock' ? shareByLock(machine, issued) : driveInPage(machine, issued);
}

function* shareByLock<Creators extends readonly Matchable<Action>[], Command extends Action, Items>(
  machine: SharedMachine<Creators, Command, Items>,
  issued: Channel<ActionOf<Creators[number]>>,
): SagaOf<void> {
  const tab = new MachineInTab(machine, issued);
  yield* fork(keepRunning, tab.issueCommands.bind(tab));
  const { release } = yield* race({
    release: arm.call(acquireLock, `data-manager-${machine.name}`),
    followed: arm.call(tab.follow.bind(tab)),
  });
  try {
    yield* tab.driveUntilCrashing();
    if (machine.letGo !== undefined) yield* machine.letGo();
    // Hears the next driver from its start on.
    yield* fork(keepRunning, tab.follow.bind(tab));
  } finally {
    release?.();
  }
  const text = `An error in this app has stopped the ${machine.title} in one tab. Another open tab continues them; if there is none, reload this page.`;
  yield* call(toastInAllTabs, text, 'error');
}

function* driveInPage<Creators extends readonly Matchable<Action>[], Items>(
  { name, page, nothing, execute, restore, persistence, drive }: PageMachine<Creators, Items>,
  issued: Channel<ActionOf<Creators[number]>>,
): SagaOf<void> {
  yield* fork(keepRunning, function* carryOutCommands() {
    for (;;) yield* execute(yield* takeFrom(issued));
  });
  // Records without a lock would be taken over, so nothing is written before the lock is held.
  const release = yield* acquireLock(pageLock(name, page));
  try {
    yield* call(function* drivePage() {
      yield* restore(true);
      const store = new MachineStore(name, persistence, nothing, []);
      yield* fork(keepRunning, store.persist.bind(store));
      yield* fork(keepRunning, receiveMessages, storedMessage(name), () => restore(false));
      for (const saga of drive) yield* fork(keepRunning, saga);
    });
  } finally {
    release();
  }
}

class MachineInTab<Creators extends readonly Matchable<Action>[], Command extends Action, Items> {
  readonly #machine: SharedMachine<Creators, Command, Items>;
  /** Buffers the user's commands, so that none is missed while the list is read or the tab becomes the driver. */
  readonly #issued: Channel<ActionOf<Creators[number]>>;
  /** The commands of this tab that no driver has granted, by the id of their message. */
  readonly #pending = new Map<string, CommandMessage<Command>>();
  #isDriver = false;

  constructor(machine: SharedMachine<Creators, Command, Items>, issued: Channel<ActionOf<Creators[number]>>) {
    this.#machine = machine;
    this.#issued = issued;
  }

  /** Carries out the user's commands if this tab is the driver, and posts them to the driver otherwise. */
  *issueCommands(): SagaOf<void> {
    const { prepare, handOver, execute } = this.#machine;
    for (;;) {
      const issued = yield* takeFrom(this.#issued);
      const owner = yield* select(selectSessionOwner);
      const command = yield* prepare(issued);
      if (command === undefined || owner === undefined) continue;
      if (!this.#isDriver && handOver !== undefined) yield* handOver(command);
      // This tab may have become the driver meanwhile.
      if (this.#isDriver) yield* execute(command);
      else yield* this.#keepAndPost(command, owner);
    }
  }

  *#keepAndPost(command: Command, { sponsorId, userId }: SessionOwner): SagaOf<void> {
    const { random } = yield* getPorts();
    const id = yield* call(random.uuid);
    const message = { kind: 'command' as const, machine: this.#machine.name, id, sponsorId, userId, command };
    this.#pending.set(id, message);
    yield* postMessage({ ...message });
  }

  /** Shows what the driver stores, and keeps the commands of this tab until they are granted. */
  *follow(): SagaOf<void> {
    yield* all([arm.call(this.#listenToDriver.bind(this)), arm.call(this.#mirror.bind(this))]);
  }

  *#listenToDriver(): SagaOf<void> {
    const { name, schema, restore } = this.#machine;
    const pending = this.#pending;
    yield* receiveMessages(machineMessages(name, schema), function* (message) {
      switch (message.kind) {
        case 'granted':
          pending.delete(message.id);
          break;
        case 'driving':
          // The previous driver may have closed before it carried them out, or before it announced what it had stored.
          for (const command of pending.values()) yield* postMessage({ ...command });
          yield* restore(false);
          break;
        case 'stored':
          yield* restore(false);
          break;
        case 'command':
          break;
      }
    });
  }

  *#mirror(): SagaOf<void> {
    const {
      restore,
      persistence: { onStored },
    } = this.#machine;
    yield* restore(false);
    if (onStored === undefined) return;
    const ports = yield* getPorts();
    // Everything is read each time, so one change is enough.
    yield* handleEach(
      (listener: (change: true) => void) => onStored(ports, () => listener(true)),
      () => restore(false),
      buffers.sliding(1),
    );
  }

  /** Drives until a saga crashes again and again. An item at which the driver before this one crashed, too, is set aside. */
  *driveUntilCrashing(): SagaOf<void> {
    let item: string | undefined;
    do {
      try {
        // `call` waits for the sagas that the driver forks, and ends all of them if one fails.
        yield* call(this.#drive.bind(this), item);
      } catch (error) {
        item = yield* findRepeatedCrash(this.#machine.name, error);
      }
      this.#isDriver = false;
    } while (item !== undefined);
  }

  *#drive(crashed: string | undefined): SagaOf<void> {
    const { name, restore, persistence, drive, setAside } = this.#machine;
    const granted = yield* restore(true);
    const store = new MachineStore(name, persistence, yield* select(persistence.select), granted);
    this.#isDriver = true;
    yield* fork(restart, store.persist.bind(store));
    const { clock } = yield* getPorts();
    if (crashed !== undefined) yield* setAside(crashed, yield* call(clock.now));
    yield* fork(restart, this.#carryOutPending.bind(this, store));
    yield* fork(restart, this.#serveFollowers.bind(this, store));
    for (const saga of drive) yield* fork(restart, saga);
  }

  /**
   * Carries out the commands of this tab that the previous driver did not grant, and asks the other tabs for theirs; again
   * for each user who signs in later.
   */
  *#carryOutPending(store: MachineStore<Items>): SagaOf<void> {
    const { name, execute } = this.#machine;
    let owner: SessionOwner | undefined;
    for (;;) {
      owner = yield* waitForOtherOwner(owner);
      for (const [id, message] of this.#pending) {
        if (!belongsTo(message, owner)) continue;
        this.#pending.delete(id);
        if (!store.isKnown(id)) yield* store.carryOut(id, () => execute(message.command));
      }
      yield* postMessage({ kind: 'driving', machine: name } satisfies MachineMessage);
    }
  }

  /** Carries out each command of the other tabs once, even if it arrives again. */
  *#serveFollowers(store: MachineStore<Items>): SagaOf<void> {
    const { name, schema, execute } = this.#machine;
    yield* receiveMessages(machineMessages(name, schema), function* (message) {
      if (message.kind !== 'command') return;
      const { id, command } = message;
      if (store.isKnown(id)) {
        yield* store.grantAgain(id);
        return;
      }
      if (!belongsTo(message, yield* select(selectSessionOwner))) yield* put(checkRequested());
      // The tab posts it again after the next sign-in.
      if (!belongsTo(message, yield* select(selectSessionOwner))) return;
      yield* store.carryOut(id, () => execute(command));
    });
  }
}
