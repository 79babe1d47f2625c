import type { GivenAnswer } from '../standIn';

/** Titles that are longer than a row or written from right to left. */
export const LONG_TITLE = `Thy1-GFP_M_whole-brain_iDISCO-cleared_${'coronal-'.repeat(12)}batch-2026-04`;
export const HEBREW_TITLE = 'מוח עכבר 042';
/** A former title of the dataset with the long title. */
export const FORMER_TITLE = 'TC041';
export const ARABIC_TITLE = 'دماغ الفأر – TC043 (نسخة 2)';
const LONG_DESCRIPTION = `Perfused on day 60, cleared, and imaged at 1.37 µm; ${'every section was inspected twice, '.repeat(6)}with no exception`;
const ARABIC_DESCRIPTION = 'تصوير الدماغ كاملاً، 280 مقطعًا، TissueCyte 1000، قناتان: GFP وDAPI';

const ADDED = '2026-03-02T10:15:00Z';
const SCANNED = '2026-02-27T16:40:00Z';

function project(title: string, description = ''): object {
  return { sponsorId: 'acme', title, description, projectHash: hashOf(title), createdAt: ADDED };
}

/** Returns a response with `count` projects that do not exist on the server. */
export function projects(count: number): GivenAnswer {
  const titles = Array.from({ length: count }, (_, index) => `sample-${String(index + 1).padStart(5, '0')}`);
  return { json: { projects: titles.map((title) => project(title, 'One of very many')) } };
}

/** Returns a response with projects whose titles and descriptions are too long for a row or written from right to left. */
export function oddProjects(): GivenAnswer {
  return {
    json: {
      projects: [
        project(LONG_TITLE, LONG_DESCRIPTION),
        project(HEBREW_TITLE, LONG_DESCRIPTION),
        project(ARABIC_TITLE, ARABIC_DESCRIPTION),
        project('x'.repeat(200)),
      ],
    },
  };
}

function dataset(title: string, description: string, physicalSections: number, formerTitles?: readonly string[]) {
  const channels = [
    { num: 1, name: 'autofluorescence of the unstained tissue, low-pass filtered' },
    { num: 2, name: 'פלואורסצנציה GFP' },
  ];
  const metadata = { physicalSections, channels, bitDepth: 16, pixelSize: 1.37, sid: 'acme', attributes: {} };
  return {
    dataset: title,
    description,
    ...metadata,
    datasetHash: hashOf(title),
    projectHash: hashOf('project'),
    createdAt: ADDED,
    ...(formerTitles && { formerTitles }),
  };
}

/** Returns a response with `count` datasets of one project. */
export function datasets(count: number): GivenAnswer {
  const titles = Array.from({ length: count }, (_, index) => `TC${String(index + 1).padStart(5, '0')}`);
  return { json: { datasets: titles.map((title) => dataset(title, 'One of very many', 280)) } };
}

/** Returns a response with jobs in every state for the first of `datasets`. */
export function datasetJobs(): GivenAnswer {
  const jobs = {
    TC00001: { pyramid: { jobId: 'job', status: 'QUEUED' } },
    TC00002: { pyramid: { jobId: 'job', status: 'RUNNING' }, atlas: { jobId: 'job', status: 'RUNNING' } },
    TC00003: { pyramid: { jobId: 'job', status: 'DONE' }, atlas: { jobId: 'job', status: 'FAILED' } },
    TC00004: { multimodel: { jobId: 'job', status: 'DONE' } },
  };
  return { json: { datasets: Object.fromEntries(Object.entries(jobs).map(([title, runs]) => [hashOf(title), runs])) } };
}

/** Returns a response with datasets whose titles are too long for a row or written from right to left. */
export function oddDatasets(): GivenAnswer {
  return {
    json: {
      datasets: [
        dataset(LONG_TITLE, LONG_DESCRIPTION, 280, [FORMER_TITLE]),
        dataset(HEBREW_TITLE, LONG_DESCRIPTION, 3),
        dataset(ARABIC_TITLE, ARABIC_DESCRIPTION, 3),
      ],
    },
  };
}

/** Returns a response with files below `sponsor/project[/dataset]`. */
export function files(root: string, names: readonly string[], more: { readonly cursor?: string } = {}): GivenAnswer {
  const list = names.map((name, index) => ({
    key: `${root}/${name}`,
    size: 5_000_000 + 4_096 * (index % 97),
    lastModified: ADDED,
    // A few files were uploaded before the server stored dates.
    ...(index % 7 !== 6 && { modified: SCANNED }),
  }));
  return { json: { files: list, ...more } };
}

/** Returns the names of images with two channels per section. One in a thousand is missing. */
export function imageNames(dataset: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const section = String(Math.floor(index / 2) + 1).padStart(6, '0');
    return `${dataset}_S${section}_L01_ch0${(index % 2) + 1}.tif`;
  }).filter((_, index) => index % 1000 !== 501);
}

/** File names that are too long for a row or written from right to left. */
export const ODD_NAMES: readonly string[] = [
  `${HEBREW_TITLE}_S000001_L01_ch01.tif`,
  `${HEBREW_TITLE}_S000001_L01_ch02.tif`,
  `${ARABIC_TITLE}_S000002_L01_ch01.tif`,
  `${LONG_TITLE}_S000003_L01_ch02.tif`,
  `${'x'.repeat(200)}_S000003_L01_ch01.tif`,
  'הערות של המעבדה 12.txt',
  `סריקות גולמיות/${LONG_TITLE}/${ARABIC_TITLE}_S000001_L01_ch01.tif`,
];

/** Returns 32 hexadecimal digits derived from the title. */
function hashOf(title: string): string {
  return Buffer.from(title.padEnd(16)).toString('hex').slice(0, 32);
}
