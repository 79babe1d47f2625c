import { createToolsWithBanner } from './app/devtools/createToolsWithBanner';
import { applyChanges } from './app/devtools/hotCode';
import { start } from './app/start';
import { openDroppedRecordings, requestedReplay } from './platform/recordingSource';

const replay = requestedReplay(window);

if (replay === undefined) {
  openDroppedRecordings(window);
  void openApp();
} else void openReplay(replay);

/** Shows Redux DevTools in the page if the browser has no extension. */
async function openApp(): Promise<void> {
  const hasExtension = '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in window;
  const pane = hasExtension ? undefined : (await import('./app/devtools/pane')).createPane;
  const started = await start((ports) => createToolsWithBanner(ports, pane));
  if (started !== undefined) applyChanges(window, started);
}

async function openReplay({ step, readText }: NonNullable<typeof replay>): Promise<void> {
  const container = document.getElementById('root');
  const [code, text] = await Promise.all([import('./app/devtools/replay/openReplay'), readText()]);
  if (container !== null) code.openReplay(container, text, step);
}
