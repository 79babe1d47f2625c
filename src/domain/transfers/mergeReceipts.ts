import { pick } from '@data-manager/lib/pick';
import type { KeptReceipt, Receipt } from './receipts';

/** Adds to the receipts of the server what only this browser knows, and the receipts that the server lacks. Latest first. */
export function mergeReceipts(listed: readonly Receipt[], own: readonly KeptReceipt[]): readonly Receipt[] {
  if (listed.length === 0) return own;
  const contentOf = ({ key, formerKey = key, checksum }: Receipt) => `${checksum} ${formerKey}`;
  const uploads = new Map(
    own.flatMap((receipt) => (receipt.savedTo === undefined ? [[contentOf(receipt), receipt]] : [])),
  );
  const known = new Set(listed.map(contentOf));
  const merged = listed.map((receipt) => {
    const kept = uploads.get(contentOf(receipt));
    return kept === undefined ? receipt : { ...pick(kept, 'originalName', 'leftOut'), ...receipt };
  });
  const lacking = own.filter((receipt) => receipt.savedTo !== undefined || !known.has(contentOf(receipt)));
  return [...merged, ...lacking].sort((left, right) => right.endedAt - left.endedAt);
}
