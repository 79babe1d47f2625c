import { createToolsWithBanner } from './app/devtools/createToolsWithBanner';
import { replaceChangedSlices } from './app/devtools/hotSlices';
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
  const dock = hasExtension ? undefined : (await import('./app/devtools/dock')).createDock;
  const started = await start((ports) => createToolsWithBanner(ports, dock));
  if (started !== undefined) replaceChangedSlices(window, started.replaceSlices);
}

async function openReplay({ step, readText }: NonNullable<typeof replay>): Promise<void> {
  const container = document.getElementById('root');
  const [code, text] = await Promise.all([import('./app/devtools/replay/openReplay'), readText()]);
  if (container !== null) code.openReplay(container, text, step);
}
