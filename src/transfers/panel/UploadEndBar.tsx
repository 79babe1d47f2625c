import { Anchor, CloseButton, Group, Text } from '@mantine/core';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { buildPath } from '../../domain/navigation/routePath';
import { uploadEndText } from '../../domain/uploads/announceUploads';
import type { UploadedPlace } from '../../domain/uploads/uploadKey';
import { DockedBar } from '../../ui/DockedBar';
import { selectUploadEnd } from '../uploads/uploadsSelectors';
import { endDismissed } from '../uploads/uploadsSlice';
import { panelWords } from './panelWords';

/** Says that all is uploaded, with the way there, until somebody has read it: the panel goes with the last file. */
export function UploadEndBar() {
  const dispatch = useDispatch();
  const done = useSelector(selectUploadEnd);
  const { pathname } = useLocation();
  if (done === undefined) return null;
  const address = addressOf(done.place);
  const dismiss = () => dispatch(endDismissed());
  return (
    <DockedBar label={panelWords.uploadEnd} kind="success">
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <Group gap="sm">
          {/* Screen readers are told by what announces the transfers. */}
          <Text size="sm">{uploadEndText({ done: done.files, failed: 0 })}</Text>
          {address !== undefined && address !== pathname && (
            <Anchor component={Link} to={address} size="sm" underline="always" onClick={dismiss}>
              {panelWords.showUploaded}
            </Anchor>
          )}
        </Group>
        <CloseButton size="sm" aria-label={panelWords.dismiss} onClick={dismiss} />
      </Group>
    </DockedBar>
  );
}

/** Undefined where the files have no more in common than their sponsor. */
function addressOf(place: UploadedPlace | undefined): string | undefined {
  return place?.project === undefined ? undefined : buildPath(place);
}
