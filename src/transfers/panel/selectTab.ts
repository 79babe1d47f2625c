import type { WithSession } from '../../session/sessionSlice';
import { selectHasDownloads, type WithDownloads } from '../downloads/downloadsSlice';
import { selectHasUploads, type WithUploads } from '../uploads/uploadsSelectors';
import { decideTab, type TransferTab } from './decideTab';
import type { WithPanel } from './panelSlice';

/** What the panel is made of. */
export type WithTransfers = WithDownloads & WithUploads & WithSession & WithPanel;

/** The tab to show; undefined while there is nothing. */
export function selectTab(state: WithTransfers): TransferTab | undefined {
  return decideTab({ downloads: selectHasDownloads(state), uploads: selectHasUploads(state) }, state.panel.tab);
}
