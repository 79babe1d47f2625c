import { createRowChecker } from '../../../../src/features/preflight/rows/checkRows';
import {
  createRowKeyer,
  nameFolders,
  placeScans,
  rowsToSend,
  type ChosenRow,
} from '../../../../src/features/preflight/rows/rows';

const target = { sponsorId: 'acme', keyPrefix: 'brains/TC042' };
const datasets = [{ path: 'acme/brains/TC042', sections: 9, channels: [1] }];

/** Returns the findings about the chosen files by path. */
function check(chosen: Readonly<Record<string, Partial<ChosenRow>>>, ...onServer: readonly string[]) {
  const entries = onServer.map((path) => ({ key: `acme/brains/TC042/${path}`, size: 1 }));
  const folders = nameFolders(
    datasets,
    entries.map(({ key }) => key),
  );
  const rows = Object.entries(chosen).map(([path, given]): ChosenRow => {
    const file = new File(['x'], path.split('/').at(-1)!);
    return { id: path, identity: path, file, relativePath: path, size: 1, lastModified: 1, ...given };
  });
  const checked = createRowChecker()(createRowKeyer(target)(rows), {
    ...{
      serverFiles: new Map(entries.map((entry) => [entry.key, entry])),
      totals: () => 9,
      markGaps: () => [],
      folders,
    },
    serverScans: placeScans(entries, folders),
  });
  return { kinds: Object.fromEntries(checked.map(({ id, kinds }) => [id, kinds])), sent: rowsToSend(checked).length };
}

const NAME = 'TC042_S000005_L01_ch01.tif';

describe('createRowChecker', () => {
  it('leaves out what is no image by its extension, but not the text file about a mosaic', () => {
    const { kinds, sent } = check({ 'notes.txt': {}, 'a.png': {}, 'Mosaic_1.txt': {}, 'scan.tif': {}, 'scan 1': {} });
    expect(kinds).toEqual({
      ...{ 'notes.txt': ['noImage', 'leftOut'], 'a.png': ['noImage', 'leftOut'] },
      ...{ 'Mosaic_1.txt': [], 'scan.tif': ['invalid'], 'scan 1': ['invalid'] },
    });
    expect(sent).toBe(3);
  });

  it('finds scans of the same image among the chosen files, also those that are left out', () => {
    const { kinds } = check({ [NAME]: { isLeftOut: true }, [`again/${NAME}`]: { isLeftOut: true } });
    expect(kinds).toEqual({ [NAME]: ['leftOut', 'scannedAgain'], [`again/${NAME}`]: ['leftOut', 'scannedAgain'] });
  });

  it('finds scans of the same image on the server under another key', () => {
    expect(check({ [`again/${NAME}`]: {} }, NAME).kinds).toEqual({ [`again/${NAME}`]: ['scannedAgain'] });
    expect(check({ [NAME]: {} }, NAME).kinds).toEqual({ [NAME]: ['undecided', 'onServer'] });
  });

  it('takes no damaged file that is left out for a scan', () => {
    const damaged = { imageProblem: 'truncated', isLeftOut: true } as const;
    expect(check({ [NAME]: {}, [`again/${NAME}`]: damaged }).kinds[NAME]).toEqual([]);
  });

  it('lists a damaged file among the damaged ones only if the file on the server is not kept', () => {
    const damaged = { imageProblem: 'truncated', isLeftOut: false } as const;
    const decided = (decision: 'leaveOut' | 'replace') => check({ [NAME]: { ...damaged, decision } }, NAME).kinds[NAME];
    expect(decided('leaveOut')).toEqual(['leftOut', 'onServer']);
    expect(decided('replace')).toEqual(['unreadable', 'replacing', 'onServer']);
  });

  it('never takes another dataset’s image for a scan, unless it is a scan of such an image that is wanted', () => {
    const other = 'TC043_S000005_L01_ch01.tif';
    expect(check({ [NAME]: {}, [other]: {}, [`again/${other}`]: {} }).kinds).toEqual({
      ...{ [NAME]: [], [other]: ['foreign', 'elsewhere'], [`again/${other}`]: ['foreign', 'elsewhere'] },
    });
    const wanted = { isLeftOut: false };
    expect(check({ [NAME]: {}, [other]: wanted, [`again/${other}`]: wanted }).kinds).toEqual({
      ...{ [NAME]: [], [other]: ['elsewhere', 'scannedAgain'], [`again/${other}`]: ['elsewhere', 'scannedAgain'] },
    });
  });
});
