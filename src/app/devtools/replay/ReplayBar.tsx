import { Button, Group, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { formatTime } from '@data-manager/lib/formatTime';
import type { SessionState } from '../../../session/sessionSlice';
import { SliderDevTools } from './monitors';
import type { Recording } from './parseRecording';
import { stepAt, type RecordedToast } from './recordedSteps';
import classes from './replay.module.css';
import type { RecordedStore } from './replayStore';

/** Steps a second while playing. */
const PLAY_INTERVAL_MS = 250;

interface ReplayBarProps {
  readonly recording: Recording;
  readonly store: RecordedStore;
}

/** The bar above a replayed app: whose recording it is, which step is shown, and the slider. */
export function ReplayBar({ recording, store }: ReplayBarProps) {
  const step = useSyncExternalStore((onChange) => store.subscribe(onChange), store.step);
  const { at, type, toasts } = stepAt(recording, step);
  const { isPlaying, toggle } = usePlayer(store, recording.actions.length);
  return (
    <>
      <div className={classes.bar} role="region" aria-label="Recording">
        <Group gap="sm">
          <Text size="sm" fw={600} role="status">
            {`Recording of ${recording.path}, ${formatTime(recording.savedAt)}`}
          </Text>
          <Group gap={4}>
            <Button size="compact-sm" variant="default" onClick={() => store.jumpTo(step - 1)}>
              Step back
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => store.jumpTo(step + 1)}>
              Step forward
            </Button>
          </Group>
          <Button size="compact-sm" aria-pressed={isPlaying} onClick={toggle}>
            Play
          </Button>
          <Text size="sm">
            {`Step ${step} of ${recording.actions.length}, ${formatTime(at)}: ${type ?? 'before the first action'}`}
          </Text>
        </Group>
        <Group gap="sm">
          <Text size="xs" c="dimmed">
            {`${userOf(store.getState().session)}. Nothing is sent or stored. ← → step, space plays.${shownText(store, recording.actions.length)}`}
          </Text>
        </Group>
        <SliderDevTools store={store} />
      </div>
      <RecordedToasts toasts={toasts} />
    </>
  );
}

function RecordedToasts({ toasts }: { readonly toasts: readonly RecordedToast[] }) {
  return (
    <Stack className={classes.toasts} gap="xs" role="log" aria-label="Recorded toasts">
      {toasts.map(({ text, severity }, index) => (
        <div key={index} className={classes.toast} data-severity={severity}>
          {text}
        </div>
      ))}
    </Stack>
  );
}

function shownText(store: RecordedStore, lastStep: number): string {
  const [first, last] = store.shownSteps();
  return last - first === lastStep ? '' : ` The monitors show steps ${first} to ${last}.`;
}

function userOf(session: SessionState): string {
  return session.status === 'loggedIn'
    ? `Signed in: ${session.owner.userId} (${session.owner.sponsorId})`
    : 'No user is signed in';
}

/** Steps by ← and →, and plays by space or the button until the last step. */
function usePlayer(store: RecordedStore, lastStep: number) {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = window.setInterval(() => {
      store.jumpTo(store.step() + 1);
      if (store.step() >= lastStep) setPlaying(false);
    }, PLAY_INTERVAL_MS);
    return () => window.clearInterval(timer);
  }, [isPlaying, store, lastStep]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.target)) return;
    if (event.key === 'ArrowRight') store.jumpTo(store.step() + 1);
    else if (event.key === 'ArrowLeft') store.jumpTo(store.step() - 1);
    else if (event.key === ' ') setPlaying((playing) => !playing);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Before the controls of the page, which use the same keys.
  useWindowEvent('keydown', onKeyDown, { capture: true });
  return { isPlaying, toggle: () => setPlaying(!isPlaying) };
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input:not([type="range"]), textarea') !== null;
}
