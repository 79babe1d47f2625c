import { Button } from '@mantine/core';
import { useDispatch, useSelector } from 'react-redux';
import { selectClearableIds, selectOwnDownloads } from '../downloads/downloadsSlice';
import { clearAllRequested } from '../downloads/downloadsSlice';
import { DownloadRow } from './DownloadRow';
import { panelWords } from './panelWords';
import classes from './TransfersPanel.module.css';

/** The download queue. */
export function DownloadsTab() {
  const dispatch = useDispatch();
  const items = useSelector(selectOwnDownloads);
  const clearable = useSelector(selectClearableCount);
  return (
    <>
      <div className={classes.head}>
        <span className={classes.summary}>{panelWords.archives(items.length)}</span>
        <Button
          size="compact-xs"
          variant="default"
          disabled={clearable === 0}
          onClick={() => dispatch(clearAllRequested())}
        >
          {panelWords.clearAll}
        </Button>
      </div>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id}>
            <DownloadRow item={item} />
          </li>
        ))}
      </ul>
    </>
  );
}

function selectClearableCount(state: Parameters<typeof selectClearableIds>[0]): number {
  return selectClearableIds(state).length;
}
