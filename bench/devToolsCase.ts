import { createDevelopmentTools } from '../src/app/devtools/developmentTools';
import { createDevToolsCounter } from '../test/support/devToolsBytes';
import { until } from '../test/support/until';
import { uploadSmallFiles } from '../test/support/uploadSmallFiles';
import type { Finding } from './report';

const FILES = 500;
const MOST_MEGABYTES = 20;

/** Counts what Redux DevTools serialises while small files are uploaded. Needs no browser. */
export async function measureDevTools(count: number): Promise<readonly Finding[]> {
  const rounds: number[] = [];
  for (let round = 0; round < count; round += 1) rounds.push(await countMegabytes());
  const most = Math.max(...rounds);
  return [
    {
      name: `Redux DevTools, ${FILES} small files`,
      measured: `${most.toFixed(1)} MB serialised`,
      against: `${(MOST_MEGABYTES * 1_000) / FILES} kB a file`,
      value: most.toFixed(1),
      rounds,
      target: `≤ ${MOST_MEGABYTES} MB`,
      isMet: most <= MOST_MEGABYTES,
    },
  ];
}

async function countMegabytes(): Promise<number> {
  let counter: ReturnType<typeof createDevToolsCounter> | undefined;
  const { store, stop } = await uploadSmallFiles(FILES, {
    createExtension: (ports) => {
      const tools = createDevelopmentTools(ports);
      counter = createDevToolsCounter(tools.devTools);
      return tools;
    },
    onAction: (action, after) => counter?.add(action, after),
  });
  await until('all files are uploaded', () => store.getState().uploads.done.files === FILES || undefined);
  stop();
  return (counter?.counted().bytes ?? 0) / 1e6;
}
