import { buffers, eventChannel, type Channel, type EventChannel } from 'redux-saga';
import * as v from 'valibot';
import { arm, call, race, takeFrom, type SagaOf } from '../lib/typedEffects';
import { getPorts } from '../platform/getPorts';
import type { Ports } from '../platform/ports';

/**
 * Runs `drive` in the tab of a browser profile that holds the Web Lock, and `follow` in the others until the browser passes
 * the lock on to them because the driver has closed or crashed. Without locks, each tab drives on its own.
 */
export function* driveInOneTab<Args extends unknown[]>(
  lock: string,
  follow: (...args: Args) => SagaOf<void>,
  drive: (...args: Args) => SagaOf<void>,
  ...args: Args
): SagaOf<void> {
  const { release } = yield* race({ release: arm.call(acquireLock, lock), followed: arm.call(follow, ...args) });
  try {
    // `call` waits for the sagas that the driver forks.
    yield* call(drive, ...args);
  } finally {
    release?.();
  }
}

/** Waits for a Web Lock, and returns the function that releases it. Without locks, it does nothing. */
export function* acquireLock(lock: string): SagaOf<() => void> {
  const { locks } = yield* getPorts();
  const controller = new AbortController();
  try {
    return (yield* call(locks.acquire, lock, controller.signal)) ?? (() => undefined);
  } finally {
    // No effect once the lock is held.
    controller.abort();
  }
}

/** The commands of this tab that are not carried out yet. */
export interface TabCommands<Command extends object> {
  /** Buffers commands, so that none is missed while the list is read or the tab becomes the driver. */
  readonly channel: Channel<Command>;
  /** The command that is being forwarded. Still set if the tab becomes the driver before it has arrived. */
  forwarding: Command | undefined;
}

/** Forwards the commands of a tab that does not drive, one after the other. */
export function* forwardCommands<Command extends object>(
  commands: TabCommands<Command>,
  forward: (command: Command) => SagaOf<void>,
): SagaOf<void> {
  for (;;) {
    commands.forwarding = yield* takeFrom(commands.channel);
    yield* forward(commands.forwarding);
    commands.forwarding = undefined;
  }
}

/**
 * Handles the other tabs' messages, one after the other. Unknown messages, such as those of another version, are
 * ignored.
 */
export function* receiveMessages<Message extends object>(
  schema: v.GenericSchema<unknown, Message>,
  handle: (message: Message) => SagaOf<void>,
): SagaOf<void> {
  const ports = yield* getPorts();
  const messages = yield* call(openMessages<Message>, ports, schema);
  try {
    for (;;) yield* handle(yield* takeFrom(messages));
  } finally {
    messages.close();
  }
}

function openMessages<Message extends object>(
  { tabs }: Pick<Ports, 'tabs'>,
  schema: v.GenericSchema<unknown, Message>,
): EventChannel<Message> {
  return eventChannel<Message>(
    (emit) =>
      tabs.onMessage((received) => {
        const message = v.safeParse(schema, received);
        if (message.success) emit(message.output);
      }),
    buffers.expanding(),
  );
}
