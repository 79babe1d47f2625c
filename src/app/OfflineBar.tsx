import { DockedBar } from '../ui/DockedBar';
import { appWords } from './appWords';
import { useOnline } from './useOnline';

/** What it means that there is no network, always in sight. The header tells screen readers that it is gone. */
export function OfflineBar() {
  return useOnline() ? null : <DockedBar kind="trouble">{appWords.offlineMeans}</DockedBar>;
}
