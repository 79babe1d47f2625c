import fc from 'fast-check';
import { placeState } from '@data-manager/domain/completeness/completeness';
import { completenessFindings, findingsText } from '@data-manager/domain/completeness/completenessFindings';
import { describePlace } from '@data-manager/domain/completeness/mapNavigation';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { channelCode, parseFileName, sectionName } from '@data-manager/domain/names/grammar';
import {
  datasetFolder,
  forecastFolders,
  sectionTotals,
  type PlannedFile,
} from '@data-manager/domain/uploads/uploadForecast';

const TC042 = { path: 'acme/brains/TC042', sections: 280, channels: [1, 2, 3] };

/** No folder has a known number of sections. */
const NO_TOTAL = () => undefined;

function keyOf(section: number, channel = 1, folder = 'brains/TC042/'): string {
  return `acme/${folder}TC042_${sectionName(section)}_L01_${channelCode(channel)}.tif`;
}

function planned(...keys: readonly string[]): readonly PlannedFile[] {
  return keys.map((key) => {
    return { key, size: 1, naming: parseFileName(key.slice(key.lastIndexOf('/') + 1)) };
  });
}

function there(...keys: readonly string[]): ReadonlyMap<string, FileEntry> {
  return new Map(keys.map((key) => [key, { key, size: 1 }]));
}

function allKeys(sections: number, channels: readonly number[]): readonly string[] {
  return Array.from({ length: sections }, (_, index) => index + 1).flatMap((section) =>
    channels.map((channel) => keyOf(section, channel)),
  );
}

function summaries(...given: Parameters<typeof forecastFolders>): readonly string[] {
  return forecastFolders(...given).map(
    ({ folder, completeness }) => `${folder}: ${findingsText(completenessFindings(completeness))}`,
  );
}

describe('forecastFolders', () => {
  it('reports what will be missing according to the metadata', () => {
    const keys = allKeys(280, [1, 2, 3]).filter((key) => key !== keyOf(123, 2) && key !== keyOf(200, 2));
    expect(summaries(planned(...keys.slice(0, 400)), there(...keys.slice(300)), [TC042], NO_TOTAL)).toEqual([
      'acme/brains/TC042: 2 of 840 images still missing after this upload: S000123 ch02, S000200 ch02',
    ]);
  });

  it('counts another dataset’s image nowhere else, unless the prefix is that of most of the future content', () => {
    const others = [1, 2, 3].map((section) => keyOf(section).replace('/TC042_', '/TC043_'));
    const dataset = { ...TC042, sections: 3, channels: [1] };
    expect(summaries(planned(...others.slice(0, 1)), there(keyOf(2), keyOf(3)), [dataset], NO_TOTAL)).toEqual([
      'acme/brains/TC042: 1 of 3 images is missing: S000001\n1 image of another dataset: S000001 ch01',
    ]);
    expect(summaries(planned(...others), there(), [dataset], NO_TOTAL)).toEqual([
      'acme/brains/TC042: Complete after this upload (3 images)',
    ]);
  });

  it('reports a complete dataset', () => {
    const [first = '', ...rest] = allKeys(280, [1, 2, 3]);
    expect(summaries(planned(first), there(...rest), [TC042], NO_TOTAL)).toEqual([
      'acme/brains/TC042: Complete after this upload (840 images)',
    ]);
  });

  it('counts a replaced file once, and another file of the same image as a duplicate', () => {
    const dataset = { ...TC042, sections: 2, channels: [1] };
    const files = planned(keyOf(1), keyOf(2, 1, 'brains/TC042/again/'));
    expect(summaries(files, there(keyOf(1), keyOf(2)), [dataset], NO_TOTAL)).toEqual([
      'acme/brains/TC042: Complete after this upload (2 images)\n1 image scanned twice: S000002',
    ]);
  });

  it('counts empty files and unreadable files on the server as unreadable, not as images', () => {
    const dataset = { ...TC042, sections: 3, channels: [1] };
    const files = planned(keyOf(1), keyOf(2)).map((file) => (file.key === keyOf(2) ? { ...file, size: 0 } : file));
    const onServer = new Map([[keyOf(3), { key: keyOf(3), size: 5, unreadable: 'truncated' as const }]]);
    expect(summaries(files, onServer, [dataset], NO_TOTAL)).toEqual([
      'acme/brains/TC042: 2 damaged images: S000002–S000003',
    ]);
  });

  it('reports a complete dataset if readable files replace the unreadable ones', () => {
    const dataset = { ...TC042, sections: 2, channels: [1] };
    const onServer = new Map([[keyOf(2), { key: keyOf(2), size: 0 }]]);
    expect(summaries(planned(keyOf(1), keyOf(2)), onServer, [dataset], NO_TOTAL)).toEqual([
      'acme/brains/TC042: Complete after this upload (2 images)',
    ]);
  });

  it('prefers the total of the user over the metadata', () => {
    expect(summaries(planned(...allKeys(2, [1, 2, 3])), there(), [TC042], () => 2)).toEqual([
      'acme/brains/TC042: Complete after this upload (6 images)',
    ]);
  });

  it('uses the range of sections in the names for a folder that is not a dataset', () => {
    const files = planned(keyOf(7, 1, 'brains/other/'), keyOf(9, 1, 'brains/other/'), keyOf(9, 2, 'brains/other/'));
    expect(summaries(files, there(keyOf(8, 1, 'brains/other/')), [TC042], NO_TOTAL)).toEqual([
      'acme/brains/other: 2 of 6 images in sections 7–9 still missing after this upload: S000007–S000008 ch02\nTotal sections not set; 9 is the highest found',
    ]);
  });

  it('reports only folders that receive files', () => {
    const files = planned(keyOf(1), keyOf(2, 1, 'brains/b/deep/'), keyOf(3, 1, 'brains/'));
    const folders = forecastFolders(files, there(keyOf(9, 1, 'brains/c/')), [TC042], NO_TOTAL);
    expect(folders.map(({ folder, isPlanned }) => [folder, isPlanned])).toEqual([
      ['acme/brains/TC042', true],
      ['acme/brains/b', false],
      ['acme/brains', false],
    ]);
  });

  it('reports nothing if no name contains a section', () => {
    expect(forecastFolders(planned('acme/brains/TC042/notes.txt'), there(), [TC042], NO_TOTAL)).toEqual([]);
  });

  it('marks each image as existing, new, replaced, missing or unexpected', () => {
    const dataset = { ...TC042, sections: 4, channels: [1] };
    const files = planned(keyOf(2), keyOf(3), keyOf(1, 7));
    const [forecast] = forecastFolders(files, there(keyOf(1), keyOf(3)), [dataset], NO_TOTAL);
    const words = [1, 2, 3, 4].map((section) => describePlace(forecast!.completeness, { lane: 0, section }));
    expect(words).toEqual([
      'S000001 ch01: on the server',
      'S000002 ch01: to upload',
      'S000003 ch01: chosen, on the server already',
      'S000004 ch01: missing after this upload',
    ]);
    expect(describePlace(forecast!.completeness, { lane: 1, section: 1 })).toBe(
      'S000001 ch07: to upload, but this channel is not in the metadata',
    );
  });

  it('counts the files in the queue as arriving, and those that have left it as present before they are listed', () => {
    const dataset = { ...TC042, sections: 4, channels: [1] };
    const inQueue = planned(keyOf(1), keyOf(2)).map((file) => ({ ...file, progress: 'sending' as const }));
    const sent = planned(keyOf(3)).map((file) => ({ ...file, progress: 'uploaded' as const }));
    const [forecast] = forecastFolders([...inQueue, ...sent], there(keyOf(2)), [dataset], NO_TOTAL);
    expect(forecast?.completeness).toMatchObject({ arriving: 1, missing: 1, completeSections: 2 });
  });

  describe('with images that the upload leaves out', () => {
    const dataset = { ...TC042, sections: 6, channels: [1] };
    const leaveOut = (...keys: readonly string[]) => planned(...keys).map((file) => ({ ...file, isLeftOut: true }));
    const forecast = (sections: readonly number[], without: readonly number[], stored: readonly number[] = []) =>
      summaries(
        [...planned(...sections.map((section) => keyOf(section))), ...leaveOut(...without.map((one) => keyOf(one)))],
        there(...stored.map((section) => keyOf(section))),
        [dataset],
        NO_TOTAL,
      );

    it('counts them as missing, and lists them apart', () => {
      expect(forecast([1, 3], [4, 5])).toEqual([
        'acme/brains/TC042: 4 of 6 images still missing after this upload: S000002, S000006\n' +
          '2 of the missing images are damaged and left out: S000004–S000005',
      ]);
    });

    it('lists them in the only line if nothing else is missing', () => {
      expect(forecast([1, 2, 3, 5, 6], [4])).toEqual([
        'acme/brains/TC042: 1 of 6 images still missing after this upload: S000004',
      ]);
    });

    it('reports nothing about those that the server has, or in a folder that receives no files', () => {
      expect(forecast([1, 2, 3, 5, 6], [4], [4])).toEqual(['acme/brains/TC042: Complete after this upload (6 images)']);
      expect(forecast([], [1, 2])).toEqual([]);
    });
  });

  it('returns the dataset folder of a nested key', () => {
    expect(['acme/brains/a.tif', 'acme/brains/d/a.tif', 'acme/brains/d/e/f/a.tif'].map(datasetFolder)).toEqual([
      'acme/brains',
      'acme/brains/d',
      'acme/brains/d',
    ]);
  });
});

describe('sectionTotals', () => {
  const unsaid = { path: 'acme/brains/TC050', sections: undefined, channels: [] };

  it('uses the total of the user in the target dataset, or none if it was removed', () => {
    const place = 'acme/brains/TC042';
    expect(sectionTotals([TC042], { place, sections: 300 })(place)).toBe(300);
    expect(sectionTotals([TC042], { place, sections: undefined })(place)).toBeUndefined();
  });

  it('uses the metadata of each dataset when uploading into a project, and the total of the user elsewhere', () => {
    const totals = sectionTotals([TC042, unsaid], { place: 'acme/brains', sections: 12 });
    expect(totals('acme/brains/TC042')).toBe(280);
    expect(totals('acme/brains/TC050')).toBe(12);
    expect(totals('acme/brains/new')).toBe(12);
    expect(totals('acme/brains')).toBe(12);
  });
});

describe('forecastFolders with any upload', () => {
  const keys = fc.uniqueArray(
    fc
      .record({
        section: fc.integer({ min: 1, max: 8 }),
        channel: fc.integer({ min: 1, max: 3 }),
        folder: fc.constantFrom('brains/TC042/', 'brains/TC042/deep/'),
      })
      .map(({ section, channel, folder }) => keyOf(section, channel, folder)),
  );

  it('agrees with counting the files on both sides', () => {
    fc.assert(
      fc.property(keys, keys, fc.integer({ min: 1, max: 8 }), (sent, stored, sections) => {
        const dataset = { ...TC042, sections, channels: [1, 2] };
        const [forecast] = forecastFolders(planned(...sent), there(...stored), [dataset], NO_TOTAL);
        if (forecast === undefined) {
          expect(sent).toEqual([]);
          return;
        }
        for (const lane of forecast.completeness.lanes) {
          for (let section = 1; section <= 9; section += 1) {
            const isHere = (key: string) =>
              key.endsWith(`${sectionName(section)}_L01_${channelCode(lane.channel)}.tif`);
            const after = new Set([...sent, ...stored].filter(isHere));
            const [only = ''] = after;
            const expected =
              section > sections || lane.channel === 3
                ? after.size === 0
                  ? 'none'
                  : 'unexpected'
                : after.size === 0
                  ? 'no file'
                  : after.size > 1
                    ? 'duplicate'
                    : !sent.includes(only)
                      ? 'present'
                      : stored.includes(only)
                        ? 'replacing'
                        : 'sending';
            const state = placeState(lane, section, forecast.completeness.sections);
            expect(state === 'missing' ? 'no file' : state).toBe(expected);
          }
        }
      }),
    );
  });
});
