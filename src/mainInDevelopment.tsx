import { createToolsWithBanner } from './app/devtools/createToolsWithBanner';
import { start } from './app/start';
import { openDroppedRecordings, requestedReplay } from './platform/recordingSource';

const replay = requestedReplay(window);

if (replay === undefined) {
  openDroppedRecordings(window);
  void start(createToolsWithBanner);
} else void openReplay(replay);

async function openReplay({ step, readText }: NonNullable<typeof replay>): Promise<void> {
  const container = document.getElementById('root');
  const [code, text] = await Promise.all([import('./app/devtools/replay/openReplay'), readText()]);
  if (container !== null) code.openReplay(container, text, step);
}
