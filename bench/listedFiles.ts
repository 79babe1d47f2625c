/** The paged listing of a dataset. */
export interface ListedFiles {
  readonly hasDataset: boolean;
  /** Optional features that the server offers. */
  readonly features?: readonly string[];
  /** Response bodies, one for each page. */
  readonly pages: readonly string[];
}

const CHANNELS = 4;
const FIRST_MOMENT = Date.UTC(2026, 0, 1);

/** An empty project without a dataset. */
export const NOTHING_LISTED: ListedFiles = { hasDataset: false, pages: ['{"files":[]}'] };

/** The dataset that contains the files. */
export const LISTED_DATASET = {
  datasetHash: 'listed',
  projectHash: 'bench',
  dataset: 'LISTED',
  physicalSections: 25_000,
  channels: Array.from({ length: CHANNELS }, (_, index) => ({ num: index + 1, name: `Channel ${index + 1}` })),
};

/** Creates a listing with the given number of section images and page size. */
export function listFiles(count: number, pageSize: number): ListedFiles {
  const files = Array.from({ length: count }, (_, index) => ({
    key: `acme/bench/LISTED/LISTED_brain_S${pad(Math.floor(index / CHANNELS) + 1)}_L01_ch0${(index % CHANNELS) + 1}.tif`,
    size: 32_000_000 + index,
    lastModified: new Date(FIRST_MOMENT + index * 1_000).toISOString(),
  }));
  const pages: string[] = [];
  for (let start = 0; start < count; start += pageSize) {
    const end = start + pageSize;
    const cursor = end < count ? { cursor: String(pages.length + 1) } : {};
    pages.push(JSON.stringify({ files: files.slice(start, end), ...cursor }));
  }
  return { hasDataset: true, pages };
}

/** Returns the page at a cursor. */
export function listPage({ pages }: ListedFiles, cursor: string | null): string {
  return pages[Number(cursor ?? 0)] ?? '{"files":[]}';
}

function pad(section: number): string {
  return String(section).padStart(6, '0');
}
