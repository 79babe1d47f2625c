import * as v from 'valibot';
import type { Browser } from './browser';
import { loadProbe } from './loadProbe';
import { digits, medianOf, type Finding } from './report';
import type { Stage } from './stage';

const UPLOADS = 10_000;
const FEW_UPLOADS = 10;
/** Maximum cost of an update with 10,000 uploads relative to one with ten: rendering must not grow with the queue. */
const MOST_RATIO = 1.2;
/** One frame at 60 Hz. */
const MOST_MS = 16;
const MOST_ROWS = { uploads: 30, downloads: 100 } as const;

type Tab = keyof typeof MOST_ROWS;

const Seen = v.object({ storeMs: v.number(), drawMs: v.number(), rows: v.number() });
type PanelSeen = v.InferOutput<typeof Seen>;

/** Measures a progress update with 10,000 uploads and 100 downloads against one with ten uploads. */
export async function measurePanel(browser: Browser, stage: Stage, count: number): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const tab of ['uploads', 'downloads'] as const) {
    const few: PanelSeen[] = [];
    const many: PanelSeen[] = [];
    for (let round = 0; round < count; round += 1) {
      few.push(await watchPanel(browser, stage, FEW_UPLOADS, tab));
      many.push(await watchPanel(browser, stage, UPLOADS, tab));
    }
    findings.push(...findingsOf(tab, many, few));
  }
  return findings;
}

async function watchPanel(browser: Browser, stage: Stage, uploads: number, tab: Tab): Promise<PanelSeen> {
  const page = await browser.open(`${stage.appUrl}/signin`);
  await page.until(`document.querySelector('input[type=file]')`);
  await loadProbe(page, 'panelProbe');
  await page.until(`typeof fillQueues === 'function'`);
  await page.evaluate(`fillQueues(${uploads})`, v.undefined());
  await page.until(`document.querySelector('section[aria-label=Transfers]')`);
  const seen = await page.evaluate(`watchTicks('${tab}')`, Seen);
  await page.close();
  return seen;
}

function findingsOf(tab: Tab, many: readonly PanelSeen[], few: readonly PanelSeen[]): readonly Finding[] {
  const costs = many.map(costOf);
  const cost = medianOf(costs);
  const ratios = many.map((seen, round) => costOf(seen) / costOf(few[round] ?? seen));
  const ratio = medianOf(ratios);
  const rows = Math.max(...many.map((seen) => seen.rows));
  const name = `panel, 10,000 uploads and 100 downloads, ${tab}`;
  return [
    {
      name: `${name}: an update, against ten uploads`,
      measured: words(many),
      against: words(few),
      value: digits(ratio),
      rounds: ratios,
      target: `≤ ${digits(MOST_RATIO)}`,
      isMet: ratio <= MOST_RATIO,
    },
    {
      name: `${name}: an update`,
      measured: words(many),
      against: '–',
      value: digits(cost),
      rounds: costs,
      target: `≤ ${MOST_MS} ms`,
      isMet: cost <= MOST_MS,
    },
    {
      name: `${name}: rows in the document`,
      measured: `${rows}`,
      against: `${Math.max(...few.map((seen) => seen.rows))}`,
      value: `${rows}`,
      target: `≤ ${MOST_ROWS[tab]}`,
      isMet: rows <= MOST_ROWS[tab],
    },
  ];
}

function costOf({ storeMs, drawMs }: PanelSeen): number {
  return storeMs + drawMs;
}

function words(seen: readonly PanelSeen[]): string {
  const store = medianOf(seen.map(({ storeMs }) => storeMs));
  const draw = medianOf(seen.map(({ drawMs }) => drawMs));
  return `${digits(store)} ms in the store, ${digits(draw)} ms to draw`;
}
