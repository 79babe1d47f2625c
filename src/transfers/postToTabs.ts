import type { Ports } from '../platform/ports';

/** Posts a message to the other tabs. Recordings have each such call with the kind of its message. */
export function postToTabs(
  { tabs }: Pick<Ports, 'tabs'>,
  message: { readonly kind: string; readonly [member: string]: unknown },
): void {
  tabs.post(message);
}
