import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useInterval, useWindowEvent } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';
import { formatTime } from '@data-manager/lib/formatTime';
import { Sentence } from '../../../platform/Sentence';
import type { SessionState } from '../../../session/sessionSlice';
import { buildText } from './parseRecording';
import { stepAt, type RecordedToast } from './recordedSteps';
import type { Replay, ReplayStore } from './replayStore';
import { formatClock } from './Story';

/** Steps a second while playing. */
const PLAY_INTERVAL_MS = 250;

/** The bar above a replayed app: whose recording it is, which step is shown, and the slider. */
export function ReplayBar({ recording, rows, store }: Replay) {
  const step = useSyncExternalStore((onChange) => store.view.subscribe(onChange), store.step);
  const row = rows[step - 1];
  const { at, toasts } = stepAt(recording, step);
  const { active, toggle } = usePlayer(store, recording.actions.length);
  return (
    <>
      <Box px="md" py={4} bd="2px solid var(--mantine-color-error)" role="region" aria-label="Recording">
        <Group gap="sm">
          <Text size="sm" fw={600} role="status">
            {`Recording of ${recording.path}, ${formatTime(recording.savedAt)}`}
          </Text>
          <Group gap={4}>
            <Button size="compact-sm" onClick={() => store.jumpTo(step - 1)}>
              Step back
            </Button>
            <Button size="compact-sm" onClick={() => store.jumpTo(step + 1)}>
              Step forward
            </Button>
          </Group>
          <Button variant="filled" size="compact-sm" aria-pressed={active} onClick={toggle}>
            Play
          </Button>
          <Text size="sm">
            {`Step ${step} of ${recording.actions.length}, ${formatClock(row?.at ?? at)}: ${row?.title ?? 'before the first action'}`}
          </Text>
        </Group>
        <Group gap="sm">
          <Text size="xs" c="dimmed">
            {`${userOf(store.view.getState().session)}.${recording.build === '' ? '' : ` Made by version ${buildText(recording.build)}.`} Nothing is sent or stored. ← → step, space plays.`}
          </Text>
        </Group>
        <Box
          component="input"
          type="range"
          aria-label="Step"
          w="100%"
          max={recording.actions.length}
          value={step}
          onChange={({ currentTarget }) => store.jumpTo(currentTarget.valueAsNumber)}
        />
      </Box>
      <RecordedToasts toasts={toasts} />
    </>
  );
}

function RecordedToasts({ toasts }: { readonly toasts: readonly RecordedToast[] }) {
  return (
    <Stack
      pos="fixed"
      top="6rem"
      right="1rem"
      maw="24rem"
      gap="xs"
      role="log"
      aria-label="Recorded toasts"
      style={{ zIndex: 300 }}
    >
      {toasts.map(({ text, severity }, index) => (
        <Paper
          key={index}
          withBorder
          px="sm"
          py="xs"
          fz="sm"
          {...(severity === 'error' && { c: 'var(--mantine-color-error)' })}
        >
          <Sentence>{text}</Sentence>
        </Paper>
      ))}
    </Stack>
  );
}

function userOf(session: SessionState): string {
  return session.status === 'loggedIn'
    ? `Signed in: ${session.owner.userId} (${session.owner.sponsorId})`
    : 'No user is signed in';
}

/** Steps by ← and →, and plays by space or the button until the last step. */
function usePlayer(store: ReplayStore, lastStep: number) {
  const player = useInterval(() => {
    store.jumpTo(store.step() + 1);
    if (store.step() >= lastStep) player.stop();
  }, PLAY_INTERVAL_MS);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.target)) return;
    if (event.key === 'ArrowRight') store.jumpTo(store.step() + 1);
    else if (event.key === 'ArrowLeft') store.jumpTo(store.step() - 1);
    else if (event.key === ' ') player.toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Before the controls of the page, which use the same keys.
  useWindowEvent('keydown', onKeyDown, { capture: true });
  return player;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input:not([type="range"]), textarea, [data-own-keys]') !== null
  );
}
