/** The panel's tabs. */
export type TransferTab = 'downloads' | 'uploads';

/** Whether each tab holds transfers. */
export type TabContents = Readonly<Record<TransferTab, boolean>>;

/** The tab to show: the one that shows while it has content, else the first that has; undefined when both are empty. */
export function decideTab(has: TabContents, shown: TransferTab | undefined): TransferTab | undefined {
  if (shown !== undefined && has[shown]) return shown;
  if (has.downloads) return 'downloads';
  return has.uploads ? 'uploads' : undefined;
}
