import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { Ports } from '../../platform/ports';

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
