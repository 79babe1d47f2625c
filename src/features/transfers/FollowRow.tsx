import { Group, NativeSelect } from '@mantine/core';
import { memo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { arrivedText, endText, idleText, WAIT_TEXTS } from '@data-manager/domain/follow/announceFollows';
import { filesPerHour, type Follow, type FollowingFollow } from '@data-manager/domain/follow/follow';
import { countImages } from '@data-manager/domain/follow/images';
import { holdText, type UploadHold } from '@data-manager/domain/uploads/uploadHold';
import { percentOf } from '@data-manager/domain/uploads/uploadProgress';
import { formatCount } from '@data-manager/lib/formatNumber';
import { formatTime } from '@data-manager/lib/formatTime';
import { matchPhase } from '@data-manager/lib/match';
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
import { NotifyCheckbox } from './NotifyCheckbox';
import { SetAsideFiles } from './SetAsideFiles';
import { TransferRow, type RowPhase } from './TransferRow';

/** A followed folder, with the files that wait for a decision. */
export const FollowRow = memo(function FollowRow({ follow }: { readonly follow: Follow }) {
  const dispatch = useDispatch();
  const mayRead = useFolderAccess('read');
  const { id, folderName, title } = follow;
  const queueHold = useSelector(selectUploadHold);
  const isOnline = useOnline();
  const hold = isOnline ? queueHold : 'offline';
  const resume = async () => {
    if (await mayRead(follow)) dispatch(resumeRequested({ id }));
  };
  const count = follow.expected && countImages(follow.images, follow.expected);
  return (
    <>
      <TransferRow
        title={folderName}
        target={title}
        name={folderName}
        percent={count === undefined ? null : percentOf(count.present, count.expected)}
        size={useSizeText(follow)}
        {...describePhase(follow, hold)}
        actions={{
          Resume: () => void resume(),
          'Stop following': { run: () => dispatch(stopRequested({ id })), description: folderName },
          Dismiss: () => dispatch(removeRequested({ id })),
        }}
      />
      {(follow.phase === 'following' || follow.phase === 'waiting') && <IdleChoice follow={follow} />}
      {follow.setAside.length > 0 && <SetAsideFiles follow={follow} />}
    </>
  );
});

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

function describePhase(
  follow: Follow,
  hold: UploadHold | undefined,
): RowPhase<'Resume' | 'Stop following' | 'Dismiss'> {
  return matchPhase(follow, {
    following: (following) => ({ status: followingText(following, hold), commands: ['Stop following'] }),
    waiting: ({ reason }) => ({
      status: WAIT_TEXTS[reason],
      isFailed: true,
      commands: reason === 'session' ? ['Stop following'] : ['Resume', 'Stop following'],
    }),
    stopping: () => ({
      status:
        hold === undefined
          ? 'Stopping: the files found so far are being uploaded'
          : `${holdText(hold)}. Following stops when the files found so far are uploaded.`,
      commands: [],
    }),
    ended: (ended) => ({ status: endText(ended), commands: ['Dismiss'] }),
  });
}

function followingText(follow: FollowingFollow, hold: UploadHold | undefined): string {
  if (hold === 'offline') return 'Offline. New files are uploaded as soon as the connection is back.';
  const { lastNewAt, growing } = follow;
  const arrived = arrivedText(follow);
  if (follow.isIdle && arrived === undefined) return idleText(follow);
  return [
    arrived ?? (lastNewAt === undefined ? 'Waiting for new files' : `Last change: ${formatTime(lastNewAt)}`),
    ...(growing > 0 ? [`${formatCount(growing)} being written`] : []),
  ].join(' · ');
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
    <Group gap="0.25rem 1rem" px="sm" py={6} style={{ borderBottom: '1px solid var(--app-color-soft)' }}>
      <NativeSelect
        size="xs"
        style={{ display: 'flex', alignItems: 'center', gap: '0.5rem' }}
        label="Alert me if no new file appears for"
        aria-description={folderName}
        data={IDLE_CHOICES}
        value={String(idleAfterMs / 60_000)}
        onChange={({ currentTarget: { value } }) =>
          dispatch(idleTimeRequested({ id, idleAfterMs: Number(value) * 60_000 }))
        }
      />
      <NotifyCheckbox label="with a notification" />
    </Group>
  );
}
