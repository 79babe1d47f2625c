export type TransferTab = 'downloads' | 'uploads';

/** How many transfers each tab holds. */
export type TabCounts = Readonly<Record<TransferTab, number>>;

/** The tab to show: the one that shows while it has content, else the first that has; undefined when both are empty. */
export function decideTab(counts: TabCounts, shown: TransferTab | undefined): TransferTab | undefined {
  if (shown !== undefined && counts[shown] > 0) return shown;
  if (counts.downloads > 0) return 'downloads';
  return counts.uploads > 0 ? 'uploads' : undefined;
}
