import '../../mantineStyles';
import '../../contrast.css';
import '../../inter.css';
import '../../global.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { createAppHistory } from '../../../platform/appHistory';
import { App } from '../../App';
import { createColorSchemeManager } from '../../colorSchemeManager';
import { theme } from '../../theme';
import { createInertPorts } from './inertPorts';
import { createMemoryWindow } from './memoryWindow';
import { BesideDevTools, DockedDevTools } from './monitors';
import { parseRecording, type Recording } from './parseRecording';
import { stepAt } from './recordedSteps';
import { ReplayBar } from './ReplayBar';
import { createRecordedStore, createViewStore } from './replayStore';

/** No request is sent: these addresses only complete the configuration. */
const CONFIG = {
  apiUrl: 'https://replay.invalid',
  loginUrl: 'https://replay.invalid',
  logoutUrl: 'https://replay.invalid',
  imagePreviewUrl: 'https://replay.invalid',
  homeUrl: 'https://replay.invalid',
};

/**
 * Shows the app as a user saw it while a recording was made, with Redux DevTools beside it.
 *
 * @param text the content of the file
 * @param step the number of actions after which it opens; the last one by default
 */
export function openReplay(container: HTMLElement, text: string, step?: number): void {
  const root = createRoot(container);
  const parsed = parseRecording(text);
  if (!parsed.ok) {
    root.render(<p role="alert">{`This file can’t be replayed. ${parsed.failure}`}</p>);
    return;
  }
  const recording: Recording = parsed.value;
  const store = createRecordedStore(recording, DockedDevTools.instrument({ shouldCatchErrors: true }));
  store.jumpTo(step ?? recording.actions.length);
  const ports = createInertPorts(() => stepAt(recording, store.step()).at);
  const colorScheme = createColorSchemeManager(ports.preferences);
  root.render(
    <>
      <BesideDevTools store={store}>
        <MantineProvider theme={theme} colorSchemeManager={colorScheme} defaultColorScheme="auto">
          <ReplayBar recording={recording} store={store} />
        </MantineProvider>
        <App
          ports={ports}
          config={CONFIG}
          store={createViewStore(store, { ports, config: CONFIG })}
          history={createAppHistory(createMemoryWindow(recording.path))}
          colorScheme={colorScheme}
        />
      </BesideDevTools>
      <DockedDevTools store={store} />
    </>,
  );
}
