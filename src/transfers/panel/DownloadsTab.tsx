import { Button } from '@mantine/core';
import { useDispatch, useSelector } from 'react-redux';
import { clearAllRequested } from '../downloads/downloadsSlice';
import { selectClearableIds, selectOwnDownloads } from '../downloads/downloadsSelectors';
import { DownloadRow } from './DownloadRow';
import classes from './TransfersPanel.module.css';
import { counted } from '../../lib/plural';

/** The download queue. */
export function DownloadsTab() {
  const dispatch = useDispatch();
  const items = useSelector(selectOwnDownloads);
  const clearable = useSelector(selectClearableCount);
  return (
    <>
      <div className={classes.head}>
        <span className={classes.summary}>{counted(items.length, 'archive')}, one at a time</span>
        <Button
          size="compact-xs"
          variant="default"
          disabled={clearable === 0}
          onClick={() => dispatch(clearAllRequested())}
        >
          Clear All
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
