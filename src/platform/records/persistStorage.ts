import type { Preferences } from '../ports';

/** The preference that remembers the refusal of the browser to keep the app's data: `refused`, and `told` once the user has seen it. */
export const STORAGE_PREFERENCE = 'storage';

/** Asks the browser not to delete receipts and unfinished transfers when its disk fills up. */
export async function persistStorage(
  // Absent in pages without HTTPS.
  { storage }: { readonly storage?: Pick<StorageManager, 'persist'> },
  preferences: Preferences,
): Promise<void> {
  const isKept = await storage?.persist().catch(() => false);
  if (isKept !== true && preferences.get(STORAGE_PREFERENCE) !== 'told') preferences.set(STORAGE_PREFERENCE, 'refused');
}
