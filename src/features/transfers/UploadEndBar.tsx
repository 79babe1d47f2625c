import { Anchor, CloseButton, Group, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import { uploadEndText } from '@data-manager/domain/uploads/announceUploads';
import type { UploadsDone } from '@data-manager/domain/uploads/upload';
import type { UploadedPlace } from '@data-manager/domain/uploads/uploadKey';
import { counted } from '@data-manager/lib/plural';
import { useFeature } from '../../api/configuration';
import { usePorts } from '../../platform/portsContext';
import { selectUploadEnd } from '../../transfers/uploads/uploadsSelectors';
import { endDismissed } from '../../transfers/uploads/uploadsSlice';
import { DockedBar } from '../../ui/DockedBar';
import { useRestoreFiles } from '../../widgets/useRestoreFiles';

/** The bar is dismissed after it was visible for this long. */
const SHOWN_SECONDS = 20;
/** After this long the bar counts as seen, and is dismissed when the user leaves the page. */
const SEEN_SECONDS = 5;

/** Confirms a finished upload, with a link to the files. It disappears automatically once it has been seen. */
export function UploadEndBar() {
  const dispatch = useDispatch();
  const done = useSelector(selectUploadEnd);
  const canRestore = useFeature('files.restoreReplaced');
  const restore = useRestoreFiles();
  const { pathname } = useLocation();
  const dismiss = () => dispatch(endDismissed());
  useLeaving(done, dismiss);
  const replaced = Object.entries((canRestore && done?.replaced) || {});
  if (done === undefined || (done.files === 0 && replaced.length === 0)) return null;
  const undo = () => {
    for (const [act, keys] of replaced) void restore(keys, act);
    dismiss();
  };
  const address = addressOf(done.place);
  return (
    <DockedBar label="Finished upload" kind="success">
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <Group gap="sm">
          {/* Screen readers get this from TransferAnnouncements. */}
          {done.files > 0 && <Text size="sm">{uploadEndText({ done: done.files, failed: 0 })}</Text>}
          {replaced.length > 0 && (
            <Text
              size="sm"
              role="status"
            >{`${counted(replaced.flatMap(([, keys]) => keys).length, 'file')} replaced.`}</Text>
          )}
          {address !== undefined && address !== pathname && (
            <Anchor component={Link} to={address} size="sm" underline="always" onClick={dismiss}>
              Show the files
            </Anchor>
          )}
          {replaced.length > 0 && (
            <Anchor component="button" size="sm" underline="always" onClick={undo}>
              Undo
            </Anchor>
          )}
        </Group>
        <CloseButton size="sm" aria-label="Dismiss" onClick={dismiss} />
      </Group>
    </DockedBar>
  );
}

/** Counts the seconds for which the bar was visible, and dismisses it after a while or when a seen bar's page is left. */
function useLeaving(done: UploadsDone | undefined, dismiss: () => void): void {
  const { page } = usePorts();
  const { pathname } = useLocation();
  const seconds = useRef(0);
  const shownAt = useRef(pathname);
  useInterval(
    () => {
      if (done === undefined || !page.isVisible()) return;
      seconds.current += 1;
      if (seconds.current >= SHOWN_SECONDS) dismiss();
    },
    1_000,
    { autoInvoke: true },
  );
  useEffect(() => {
    if (shownAt.current !== pathname && seconds.current >= SEEN_SECONDS) dismiss();
    shownAt.current = pathname;
  });
  useEffect(() => {
    seconds.current = 0;
  }, [done]);
}

/** Returns undefined if the files are in different projects. */
function addressOf(place: UploadedPlace | undefined): string | undefined {
  return place?.project === undefined ? undefined : buildPath(place);
}
