import { loginFound, sessionReducer } from '../../../src/session/sessionSlice';
import { comparisonsReducer, comparisonsRestored } from '../../../src/transfers/comparisons/comparisonsSlice';
import { downloadsReducer, downloadsRestored } from '../../../src/transfers/downloads/downloadsSlice';
import { fetchesReducer, fetchesRestored } from '../../../src/transfers/fetches/fetchesSlice';
import { followsReducer, followsRestored } from '../../../src/transfers/follows/followsSlice';
import { selectTab, type TransferTab } from '../../../src/transfers/panel/panelSlice';
import { filesQueued, uploadsReducer } from '../../../src/transfers/uploads/uploadsSlice';
import { aComparison, aDownload, aFetch, aFollow, anOwner, anUploadFile } from '../../support/builders';

function stateWith(
  content: readonly (TransferTab | 'follow' | 'comparison')[],
  tab?: TransferTab,
): Parameters<typeof selectTab>[0] {
  return {
    session: sessionReducer(undefined, loginFound(anOwner())),
    downloads: downloadsReducer(
      undefined,
      downloadsRestored({ items: content.includes('downloads') ? [aDownload()] : [] }),
    ),
    uploads: uploadsReducer(undefined, filesQueued({ files: content.includes('uploads') ? [anUploadFile()] : [] })),
    fetches: fetchesReducer(undefined, fetchesRestored({ items: content.includes('folders') ? [aFetch()] : [] })),
    follows: followsReducer(undefined, followsRestored({ items: content.includes('follow') ? [aFollow()] : [] })),
    comparisons: comparisonsReducer(
      undefined,
      comparisonsRestored({ items: content.includes('comparison') ? [aComparison()] : [] }),
    ),
    panel: { collapsed: false, notifies: false, ...(tab && { tab }) },
  };
}

it.each<[TransferTab | undefined, readonly (TransferTab | 'follow' | 'comparison')[], TransferTab | undefined]>([
  [undefined, [], undefined],
  [undefined, ['uploads'], 'uploads'],
  [undefined, ['downloads', 'uploads'], 'downloads'],
  ['uploads', ['downloads', 'uploads'], 'uploads'],
  ['uploads', ['downloads'], 'downloads'],
  ['downloads', ['uploads'], 'uploads'],
  ['downloads', [], undefined],
  [undefined, ['folders'], 'folders'],
  [undefined, ['follow'], 'folders'],
  [undefined, ['comparison'], 'folders'],
  ['folders', ['downloads', 'folders'], 'folders'],
])('selectTab with tab %s and content in %j returns %s', (tab, content, shown) => {
  expect(selectTab(stateWith(content, tab))).toBe(shown);
});
