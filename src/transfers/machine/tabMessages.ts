import * as v from 'valibot';
import { Text } from '@data-manager/domain/storedValues';
import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { handleEach } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import type { Ports } from '../../platform/ports';

/** The payload of a command about one item. */
export const ById = v.object({ id: Text });

/** Returns the schema of the message that the driver of a machine, or a page that drives it for itself, has stored a change. */
export function storedMessage(name: string) {
  return v.object({ kind: v.literal('stored'), machine: v.literal(name) });
}

/** Returns the schema of the messages between the tabs that share a machine. */
export function machineMessages<const Name extends string, Command>(
  name: Name,
  command: v.GenericSchema<unknown, Command>,
) {
  const machine = v.literal(name);
  return v.variant('kind', [
    /** The user of a tab that does not drive the machine issued a command. */
    v.object({ kind: v.literal('command'), machine, id: Text, sponsorId: Text, userId: Text, command }),
    /** The driver has carried out the command with this id and stored its result. */
    v.object({ kind: v.literal('granted'), machine, id: Text }),
    /** The sender is the driver and ready for the commands of its user. */
    v.object({ kind: v.literal('driving'), machine }),
    storedMessage(name),
  ]);
}

/** A message between the tabs that share a machine. */
export type MachineMessage<Command = never> = v.InferOutput<ReturnType<typeof machineMessages<string, Command>>>;

export type CommandMessage<Command> = Extract<MachineMessage<Command>, { readonly kind: 'command' }>;

interface TabMessage {
  readonly kind: string;
  readonly [member: string]: unknown;
}

/** Posts a message to the other tabs. Recordings have each such call with the kind of its message. */
export function postToTabs({ tabs }: Pick<Ports, 'tabs'>, message: TabMessage): void {
  tabs.post(message);
}

/** Posts a message to the other tabs. */
export function* postMessage(message: TabMessage): SagaOf<void> {
  const ports = yield* getPorts();
  yield* call(postToTabs, ports, message);
}

/**
 * Handles the other tabs' messages, one after the other. Unknown messages, such as those of another version, are
 * ignored.
 */
export function* receiveMessages<Message extends object>(
  schema: v.GenericSchema<unknown, Message>,
  handle: (message: Message) => SagaOf<unknown>,
): SagaOf<void> {
  const { tabs } = yield* getPorts();
  yield* handleEach<Message>(
    (listener) =>
      tabs.onMessage((received) => {
        const message = v.safeParse(schema, received);
        if (message.success) listener(message.output);
      }),
    handle,
  );
}
