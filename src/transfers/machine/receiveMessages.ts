import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import * as v from 'valibot';
import { call, takeFrom, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { Ports } from '../../platform/ports';

/**
 * Handles the other tabs' messages, one after the other. Unknown messages, such as those of another version, are
 * ignored.
 */
export function* receiveMessages<Message extends object>(
  schema: v.GenericSchema<unknown, Message>,
  handle: (message: Message) => SagaOf<unknown>,
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
