import { Button, NativeSelect, Text } from '@mantine/core';
import { memo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { endText, idleText, waitText } from '@data-manager/domain/follow/announceFollows';
import { filesPerHour, type Follow } from '@data-manager/domain/follow/follow';
import { countImages } from '@data-manager/domain/follow/images';
import { shownName } from '@data-manager/domain/names/shownName';
import { holdText, type UploadHold } from '@data-manager/domain/uploads/uploadHold';
import { percentOf } from '@data-manager/domain/uploads/uploadProgress';
import { formatCount } from '@data-manager/lib/formatNumber';
import { formatTime } from '@data-manager/lib/formatTime';
import { counted } from '@data-manager/lib/plural';
import { usePorts } from '../../platform/portsContext';
import {
  idleTimeRequested,
  removeRequested,
  resumeRequested,
  stopRequested,
} from '../../transfers/follows/followsSlice';
import { selectUploadHold } from '../../transfers/uploads/uploadsSelectors';
import { useFolderAccess } from '../../ui/useFolderAccess';
import { useOnline } from '../../ui/useOnline';
import { CommandButton } from './CommandButton';
import classes from './FollowRow.module.css';
import { NotifyCheckbox } from './NotifyCheckbox';
import { SetAsideFiles } from './SetAsideFiles';
import { TransferRow } from './TransferRow';

/** A followed folder, with the files that wait for a decision. */
export const FollowRow = memo(function FollowRow({ follow }: { readonly follow: Follow }) {
  const dispatch = useDispatch();
  const mayRead = useFolderAccess('read');
  const { id, folderName, phase, title } = follow;
  const queueHold = useSelector(selectUploadHold);
  const isOnline = useOnline();
  const hold = isOnline ? queueHold : 'offline';
  const resume = async () => {
    if (await mayRead(follow)) dispatch(resumeRequested({ id }));
  };
  const count = follow.expected && countImages(follow.images, follow.expected);
  const commands = commandsOf(follow);
  return (
    <>
      <TransferRow
        title={folderName}
        target={title}
        name={folderName}
        percent={count === undefined ? null : percentOf(count.present, count.expected)}
        size={useSizeText(follow)}
        status={statusText(follow, hold)}
        isFailed={phase === 'waiting'}
      >
        {commands.includes('resume') && <CommandButton command="Resume" onClick={() => void resume()} />}
        {commands.includes('stop') && (
          <Button
            size="compact-xs"
            variant="default"
            aria-description={folderName}
            onClick={() => dispatch(stopRequested({ id }))}
          >
            Stop following
          </Button>
        )}
        {commands.includes('dismiss') && (
          <CommandButton command="Dismiss" onClick={() => dispatch(removeRequested({ id }))} />
        )}
      </TransferRow>
      {commands.includes('alert') && <IdleChoice follow={follow} />}
      {follow.foreign !== undefined && (
        <Text size="xs" className={classes.foreign ?? ''}>
          {`${counted(follow.foreign.files, 'file')} named for another dataset (${shownName(follow.foreign.prefix)}). Check the destination.`}
        </Text>
      )}
      {follow.setAside.length > 0 && <SetAsideFiles follow={follow} />}
    </>
  );
});

/** Returns what the user can do. `alert`: choose when a lack of new files is reported. */
function commandsOf(follow: Follow): readonly ('resume' | 'stop' | 'alert' | 'dismiss')[] {
  switch (follow.phase) {
    case 'following':
      return ['stop', 'alert'];
    case 'waiting':
      return follow.reason === 'session' ? ['stop', 'alert'] : ['resume', 'stop', 'alert'];
    case 'stopping':
      return [];
    case 'ended':
      return ['dismiss'];
  }
}

/** `34 of 72 images · 12 per hour`, or the number of uploaded files if it is not known what to expect. */
function useSizeText(follow: Follow): string {
  const { clock } = usePorts();
  const { expected, images, taken, phase } = follow;
  const count = expected && countImages(images, expected);
  const pace = phase === 'following' ? filesPerHour(follow, clock.now()) : undefined;
  return [
    count === undefined
      ? `${counted(taken, 'file')} found`
      : `${formatCount(count.present)} of ${counted(count.expected, 'image')}`,
    ...(pace === undefined ? [] : [`${formatCount(Math.max(1, Math.round(pace)))} per hour`]),
  ].join(' · ');
}

function statusText(follow: Follow, hold: UploadHold | undefined): string {
  switch (follow.phase) {
    case 'following': {
      if (hold === 'offline') return 'Offline. New files are uploaded as soon as the connection is back.';
      if (follow.isIdle) return idleText(follow);
      const { lastNewAt, growing } = follow;
      return [
        lastNewAt === undefined ? 'Waiting for new files' : `Last new file: ${formatTime(lastNewAt)}`,
        ...(growing > 0 ? [`${formatCount(growing)} being written`] : []),
      ].join(' · ');
    }
    case 'waiting':
      return waitText(follow.reason);
    case 'stopping':
      return hold === undefined
        ? 'Stopping: the files found so far are being uploaded'
        : `${holdText(hold)}. Following stops when the files found so far are uploaded.`;
    case 'ended':
      return endText(follow);
  }
}

const IDLE_CHOICES = [
  { value: '10', label: '10 minutes' },
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '120', label: '2 hours' },
] as const;

/** Lets the user choose when a lack of new files is reported, and how. */
function IdleChoice({ follow: { id, folderName, idleAfterMs } }: { readonly follow: Follow }) {
  const dispatch = useDispatch();
  return (
    <div className={classes.idle}>
      <NativeSelect
        size="xs"
        className={classes.idleTime ?? ''}
        label="Alert me if no new file appears for"
        aria-description={folderName}
        data={IDLE_CHOICES}
        value={String(idleAfterMs / 60_000)}
        onChange={({ currentTarget: { value } }) =>
          dispatch(idleTimeRequested({ id, idleAfterMs: Number(value) * 60_000 }))
        }
      />
      <NotifyCheckbox label="with a notification" />
    </div>
  );
}
