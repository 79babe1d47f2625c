export type TransferTab = 'downloads' | 'uploads';

/** How many transfers each tab holds. */
export type TabCounts = Readonly<Record<TransferTab, number>>;

/** The tab to show: the chosen one while it has content, else the first that has; undefined when both are empty. */
export function decideTab(counts: TabCounts, choice: TransferTab | undefined): TransferTab | undefined {
  if (choice !== undefined && counts[choice] > 0) return choice;
  if (counts.downloads > 0) return 'downloads';
  return counts.uploads > 0 ? 'uploads' : undefined;
}
