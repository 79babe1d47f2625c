import { expect } from '@playwright/test';
import { SERVICE } from '../standIn';
import { DATASET, painted, type Walk } from './walk';

const SECTIONS = 24;
const CHANNELS = [1, 2, 3] as const;
const SCANNED = '2026-02-27T16:40:00Z';
const RESCANNED = '2026-03-01T09:05:00Z';

/** The dataset of the walk with other images. */
interface Images {
  readonly isListed?: (section: number, channel: number) => boolean;
  /** Further members of the items of `GET /manage/files`. */
  readonly more?: (section: number, channel: number) => object;
  /** Images that are there a second time, in another folder. */
  readonly rescanned?: readonly number[];
}

function keyOf(section: number, channel: number, folder = ''): string {
  return `${DATASET.slice(1)}/${folder}TC042_S${String(section).padStart(6, '0')}_L01_ch0${channel}.tif`;
}

function imagesOf({ isListed = () => true, more = () => ({}), rescanned = [] }: Images): readonly object[] {
  const places = Array.from({ length: SECTIONS }, (_, index) => index + 1).flatMap((section) =>
    CHANNELS.filter((channel) => isListed(section, channel)).map((channel) => ({ section, channel })),
  );
  return [
    ...places.map(({ section, channel }) => ({
      key: keyOf(section, channel),
      size: 614_625,
      modified: SCANNED,
      content: 'complete',
      ...more(section, channel),
    })),
    ...rescanned.map((section) => ({
      key: keyOf(section, 1, 'rescan/'),
      size: 614_625,
      modified: RESCANNED,
      content: 'complete',
    })),
  ];
}

/** Visits a dataset that is complete, in the viewer, of unknown size, with every kind of problem, and without its list. */
export async function visitDatasetStates({ page, appUrl, visit, standIn }: Walk): Promise<void> {
  const state = page.getByRole('status', { name: 'Dataset state' });
  const open = async (images: Images, text: RegExp): Promise<void> => {
    standIn.answer(SERVICE.files, { json: { files: imagesOf(images) } });
    await page.goto(appUrl + DATASET);
    await expect(state).toHaveText(text);
    await painted(page);
  };
  await open({}, /^All 24 sections complete$/);
  await expect(page.getByRole('button', { name: 'Add To Viewer' })).toHaveCount(1);
  await visit('dataset-complete');

  standIn.answer(SERVICE.jobs, {
    json: { jobs: { pyramid: { jobId: 'job', status: 'DONE', viewerUrl: 'https://viewer.example.org/TC042' } } },
  });
  await open({}, /in the viewer$/);
  await visit('dataset-done', page.getByRole('button', { name: 'Open viewer' }));
  await standIn.clear();

  const troubled: Images = {
    isListed: (section, channel) => !(section === 7 || (section === 11 && channel === 2)),
    more: (section, channel) => ({
      ...(section === 5 && channel === 1 && { unreadable: 'truncated' }),
      ...(section === 9 && channel === 3 && { content: 'flat' }),
    }),
    rescanned: [3, 30],
  };
  await open(troubled, /4 images missing · 1 scanned twice · 1 damaged · 1 flat · 1 section outside 1–24$/);
  await visit('dataset-troubled');
  await page.goto(`${appUrl}${DATASET}?section=3`);
  await expect(page.getByRole('radio')).toHaveCount(2);
  await painted(page);
  await visit('dataset-scanned-twice');
  await page.getByRole('button', { name: 'Choose scans' }).click();
  await visit('choose-scans');

  standIn.answer(SERVICE.datasets, {
    json: {
      datasets: [
        {
          dataset: 'TC042',
          description: '',
          sid: 'acme',
          channels: CHANNELS.map((num) => ({ num, name: `Channel ${num}` })),
          bitDepth: 16,
          attributes: {},
          datasetHash: 'a'.repeat(32),
          projectHash: 'b'.repeat(32),
        },
      ],
    },
  });
  await open(
    { isListed: (section) => section !== 7 },
    /^23 of sections 1–24 complete · 3 images missing · total sections not set/,
  );
  await visit('dataset-unknown-total');
  await page.getByRole('button', { name: 'Set total sections' }).click();
  await expect(page.getByLabel('Physical sections')).toBeFocused();
  await visit('metadata-total');
  await standIn.clear();

  standIn.answer(SERVICE.files, { status: 409, json: { msg: 'The disk is full' } });
  await page.goto(appUrl + DATASET);
  await expect(page.getByText('The files could not be loaded')).toBeVisible();
  await expect(state).toHaveText('State unknown: files could not be loaded');
  await visit('dataset-refused');
  await standIn.clear();
}
