import '../../mantineStyles';
import '../../contrast.css';
import '../../inter.css';
import '../../global.css';
import { Box, Flex, MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorBoundary } from '../../../ui/ErrorBoundary';
import { App } from '../../App';
import { AppLayout } from '../../AppLayout';
import { createColorSchemeManager } from '../../colorSchemeManager';
import { theme } from '../../theme';
import { damageText, parseRecording, refusalText, type Recording } from './parseRecording';
import { tellStory } from './recordedStory';
import classes from './replay.module.css';
import { ReplayBar } from './ReplayBar';
import { createReplayStore, type Replay } from './replayStore';
import { Story } from './Story';

/** No request is sent: these addresses only complete the configuration. */
const CONFIG = {
  apiUrl: 'https://replay.invalid',
  loginUrl: 'https://replay.invalid',
  logoutUrl: 'https://replay.invalid',
  imagePreviewUrl: 'https://replay.invalid',
  homeUrl: 'https://replay.invalid',
};

/**
 * Shows the app as a user saw it while a recording was made, with the story of the recording beside it.
 *
 * @param text the content of the file
 * @param step the number of actions after which it opens; the last one by default
 */
export function openReplay(container: HTMLElement, text: string, step?: number): void {
  const root = createRoot(container);
  const parsed = parseRecording(text);
  if (!parsed.ok) {
    root.render(<Refusal failure={parsed.failure} />);
    return;
  }
  try {
    const replay = createReplay(parsed.value, step);
    root.render(
      <ErrorBoundary fallback={({ error }) => <Refusal failure={damageText(error)} />}>
        <ReplayPage {...replay} />
      </ErrorBoundary>,
    );
  } catch (error) {
    root.render(<Refusal failure={damageText(error)} />);
  }
}

function Refusal({ failure }: { readonly failure: string }) {
  return <p role="alert">{refusalText(failure)}</p>;
}

/** Reduces the actions, which throws for a damaged recording. */
function createReplay(recording: Recording, step = recording.actions.length): Replay {
  const store = createReplayStore(recording, CONFIG);
  store.jumpTo(step);
  return { recording, rows: tellStory(recording), store };
}

/** The frame of the app. Its screens show lists, which a recording does not have. */
const REPLAY_ROUTES: RouteObject[] = [
  {
    path: '*',
    element: (
      <AppLayout>
        <EmptyState title="A recording has no lists of projects, datasets and files." />
      </AppLayout>
    ),
  },
];

function ReplayPage({ recording, rows, store }: Replay) {
  const { ports, view } = store;
  const [colorScheme] = useState(() => createColorSchemeManager(ports.preferences));
  const [router] = useState(() => createMemoryRouter(REPLAY_ROUTES, { initialEntries: [recording.path] }));
  return (
    <MantineProvider theme={theme} colorSchemeManager={colorScheme} defaultColorScheme="auto">
      <Flex direction="column" h="100dvh">
        <ReplayBar recording={recording} rows={rows} store={store} />
        <div className={classes.columns}>
          <Story recording={recording} rows={rows} store={store} />
          <div className={classes.app}>
            <Box h="100%" style={{ overflow: 'auto' }}>
              <App ports={ports} config={CONFIG} store={view} router={router} colorScheme={colorScheme} />
            </Box>
          </div>
        </div>
      </Flex>
    </MantineProvider>
  );
}
