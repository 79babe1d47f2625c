import fc from 'fast-check';
import { COMPARISON_GROUPS, type ComparedFile, type PendingFile } from '../../../src/domain/compare/comparedFiles';
import {
  comparisonAnnouncement,
  comparisonReducer,
  hashedPercent,
  hasResult,
  NO_COMPARISON,
  type Comparison,
  type ComparisonEvent,
  type ComparisonResult,
} from '../../../src/domain/compare/comparison';
import { comparisonCsv, comparisonFileName, comparisonJson } from '../../../src/domain/compare/comparisonExport';
import { finish, type InPieces } from '../../../src/lib/inPieces';

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';

function pendingFile(key: string, size: number): PendingFile {
  return {
    key,
    local: { index: 0, path: key, size, lastModified: 0 },
    server: { key, size, etag: MD5 },
    check: { etag: MD5, isComposite: false, partSizes: [size], isCertain: true },
  };
}

function play(...events: readonly ComparisonEvent[]): Comparison {
  return events.reduce(comparisonReducer, NO_COMPARISON);
}

function hashing(pending: readonly PendingFile[], rows: readonly ComparedFile[] = []): readonly ComparisonEvent[] {
  return [
    { type: 'folderChosen' },
    { type: 'filesFound', found: pending.length + rows.length, unreadable: 0 },
    { type: 'folderRead' },
    { type: 'matched', at: 0, matched: { rows, pending, systemFiles: 0 }, bytesHashed: 0 },
  ];
}

function textOf(pieces: InPieces<readonly string[]>): string {
  return finish(pieces).join('');
}

function resultOf(state: Comparison): ComparisonResult {
  if (!hasResult(state)) throw new Error('There is no result.');
  return state;
}

describe('comparisonReducer', () => {
  it('ignores late events of an earlier comparison', () => {
    const late: readonly ComparisonEvent[] = [
      { type: 'progressed', rows: [], bytesHashed: 1, bytesAdded: 0 },
      { type: 'finished', at: 1 },
      { type: 'listingFailed', reason: 'late' },
      { type: 'resumed' },
      { type: 'repeated' },
    ];
    for (const start of [play(), play({ type: 'folderChosen' })]) {
      for (const event of late) expect(comparisonReducer(start, event)).toBe(start);
    }
  });

  it('keeps every row in its group and adds up its bytes', () => {
    const row = fc
      .record({ group: fc.constantFrom(...COMPARISON_GROUPS), size: fc.nat(100) })
      .map(({ group, size }): ComparedFile => ({ key: 'a', group, server: { key: 'a', size } }));
    fc.assert(
      fc.property(fc.array(fc.array(row)), (batches) => {
        const progress = batches.map((rows): ComparisonEvent => ({
          type: 'progressed',
          rows,
          bytesHashed: 0,
          bytesAdded: 0,
        }));
        const { groups, hashed } = resultOf(play(...hashing([]), ...progress));
        const all = batches.flat();
        for (const group of COMPARISON_GROUPS) {
          const own = all.filter((one) => one.group === group);
          expect(groups[group].rows).toEqual(own);
          expect(groups[group].size).toBe(own.reduce((sum, { server }) => sum + (server?.size ?? 0), 0));
        }
        expect(hashed).toBe(all.length);
      }),
    );
  });
});

describe('hashedPercent', () => {
  it('is 100 only when every file is compared', () => {
    const files = [pendingFile('a', 10), pendingFile('b', 0)];
    const rows: readonly ComparedFile[] = [{ key: 'a', group: 'identical' }];
    const almost = play(...hashing(files), { type: 'progressed', rows, bytesHashed: 10, bytesAdded: 0 });
    expect(hashedPercent(resultOf(almost))).toBe(99);
    const all = comparisonReducer(almost, { type: 'progressed', rows, bytesHashed: 0, bytesAdded: 0 });
    expect(hashedPercent(resultOf(all))).toBe(100);
  });
});

describe('comparisonAnnouncement', () => {
  it('changes at most four times while contents are compared', () => {
    const texts = new Set<string>();
    let state = play(...hashing([pendingFile('a', 1_000)]));
    for (let bytes = 0; bytes < 1_000; bytes += 1) {
      texts.add(comparisonAnnouncement(state));
      state = comparisonReducer(state, { type: 'progressed', rows: [], bytesHashed: 1, bytesAdded: 0 });
    }
    expect([...texts]).toEqual([
      'Comparing the contents of 1 file.',
      '25% of the contents compared.',
      '50% of the contents compared.',
      '75% of the contents compared.',
    ]);
  });
});

describe('the export of a comparison', () => {
  const stopped = resultOf(
    play(
      ...hashing(
        [pendingFile('acme/brains/b.tif', 2)],
        [
          {
            key: 'acme/brains/a.tif',
            group: 'onlyServer',
            server: { key: 'acme/brains/a.tif', size: 1, etag: '=1+1' },
          },
        ],
      ),
      { type: 'stopped', at: 1_000, reason: 'cancelled', rest: [pendingFile('acme/brains/b.tif', 2)] },
    ),
  );

  it('lists the files of a stopped comparison that are not compared yet', () => {
    const [, ...lines] = textOf(comparisonCsv(stopped)).trim().split('\r\n');
    expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual([
      ['only on the server', '', 'acme/brains/a.tif'],
      ['not compared yet', '', 'acme/brains/b.tif'],
    ]);
    expect(JSON.parse(textOf(comparisonJson(stopped, 'acme/brains')))).toMatchObject({
      isComplete: false,
      contentComparedPercent: 0,
      endedAt: '1970-01-01T00:00:01.000Z',
      files: [{ result: 'only on the server' }, { result: 'not compared yet', folder: { size: 2 } }],
    });
  });

  it('does not let a spreadsheet run values of the server as formulas', () => {
    expect(textOf(comparisonCsv(stopped))).toContain(",'=1+1,");
  });

  it('is named after the compared folder and the day', () => {
    expect(comparisonFileName('acme/brains/TC042', Date.UTC(2030, 0, 2), 'csv')).toBe(
      'comparison-TC042-2030-01-02.csv',
    );
  });
});
