import { formatTime } from '@data-manager/lib/formatTime';

/** Returns what the user is asked before a change of a sealed dataset. */
export function breaksSealText(sealedAt: string): string {
  return `This dataset has been sealed since ${formatTime(sealedAt)}. The change breaks its seal.`;
}
