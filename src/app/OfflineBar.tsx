import { appWords } from './appWords';
import classes from './AppLayout.module.css';
import { useOnline } from './useOnline';

/** What it means that there is no network, always in sight. The header tells screen readers that it is gone. */
export function OfflineBar() {
  return useOnline() ? null : <p className={classes.offlineBar}>{appWords.offlineMeans}</p>;
}
