import { Anchor, CloseButton, Group, Text } from '@mantine/core';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { buildPath } from '../../domain/navigation/routePath';
import { uploadEndText } from '../../domain/uploads/announceUploads';
import type { UploadedPlace } from '../../domain/uploads/uploadKey';
import { DockedBar } from '../../ui/DockedBar';
import { selectUploadEnd } from '../uploads/uploadsSelectors';
import { endDismissed } from '../uploads/uploadsSlice';

/** Confirms a finished upload, with a link to the files, until it is dismissed: the panel closes with the last file. */
export function UploadEndBar() {
  const dispatch = useDispatch();
  const done = useSelector(selectUploadEnd);
  const { pathname } = useLocation();
  if (done === undefined) return null;
  const address = addressOf(done.place);
  const dismiss = () => dispatch(endDismissed());
  return (
    <DockedBar label="Finished upload" kind="success">
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <Group gap="sm">
          {/* Screen readers get this from TransferAnnouncements. */}
          <Text size="sm">{uploadEndText({ done: done.files, failed: 0 })}</Text>
          {address !== undefined && address !== pathname && (
            <Anchor component={Link} to={address} size="sm" underline="always" onClick={dismiss}>
              Show the files
            </Anchor>
          )}
        </Group>
        <CloseButton size="sm" aria-label="Dismiss" onClick={dismiss} />
      </Group>
    </DockedBar>
  );
}

/** Returns undefined if the files are in different projects. */
function addressOf(place: UploadedPlace | undefined): string | undefined {
  return place?.project === undefined ? undefined : buildPath(place);
}
