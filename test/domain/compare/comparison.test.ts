import fc from 'fast-check';
import { COMPARISON_GROUPS, type ComparedFile, type PendingFile } from '@data-manager/domain/compare/comparedFiles';
import {
  comparisonCsv,
  comparisonFileName,
  comparisonJson,
  type ComparisonText,
} from '@data-manager/domain/compare/comparisonExport';
import {
  addProgress,
  addRows,
  hashedPercent,
  keepFiles,
  NO_GROUPS,
  startProgress,
  type ComparisonResult,
} from '@data-manager/domain/compare/comparisonResult';
import { comparisonAnnouncement } from '@data-manager/domain/compare/comparisonTexts';
import { aComparison } from '../../support/builders';

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';

function pendingFile(key: string, size: number): PendingFile {
  return {
    key,
    local: { index: 0, path: key, size, lastModified: 0 },
    server: { key, size, etag: MD5 },
    check: { etag: MD5, isComposite: false, partSizes: [size], isCertain: true },
  };
}

function textOf({ head, files, format, separator, tail }: ComparisonText): string {
  return head + files.map(format).join(separator) + tail;
}

describe('the rows of a comparison', () => {
  it('puts each row into its group, which adds up the bytes', () => {
    const row = fc
      .record({ group: fc.constantFrom(...COMPARISON_GROUPS), size: fc.nat(100) })
      .map(({ group, size }): ComparedFile => ({ key: 'a', group, server: { key: 'a', size } }));
    fc.assert(
      fc.property(fc.array(fc.array(row)), (batches) => {
        const groups = batches.reduce(addRows, NO_GROUPS);
        const nothing = startProgress(0, { rows: [], pending: [], systemFiles: 0 }, 0);
        const { hashed, counts } = batches.reduce(
          (progress, rows) => addProgress(progress, { rows, bytesHashed: 0, bytesAdded: 0 }),
          nothing,
        );
        const all = batches.flat();
        for (const group of COMPARISON_GROUPS) {
          const own = all.filter((one) => one.group === group);
          expect(groups[group].rows).toEqual(own);
          expect(groups[group].size).toBe(own.reduce((sum, { server }) => sum + (server?.size ?? 0), 0));
          expect(counts[group]).toBe(own.length);
        }
        expect(hashed).toBe(all.length);
      }),
    );
  });

  it('keeps files as they are on the server until the user changes their mind', () => {
    const rows = { groups: NO_GROUPS, rest: [], kept: new Set<string>(), totals: new Map() };
    const kept = keepFiles(rows, ['a', 'b'], true);
    expect(kept.kept).toEqual(new Set(['a', 'b']));
    expect(keepFiles(kept, ['a'], false).kept).toEqual(new Set(['b']));
  });
});

it('hashedPercent is 100 only when every file is compared', () => {
  const pending = [pendingFile('a', 10), pendingFile('b', 0)];
  const rows: readonly ComparedFile[] = [{ key: 'a', group: 'identical' }];
  const begun = startProgress(0, { rows: [], pending, systemFiles: 0 }, 0);
  const almost = addProgress(begun, { rows, bytesHashed: 10, bytesAdded: 0 });
  expect(hashedPercent(almost)).toBe(99);
  expect(hashedPercent(addProgress(almost, { rows, bytesHashed: 0, bytesAdded: 0 }))).toBe(100);
});

it('comparisonAnnouncement changes at most four times while contents are compared', () => {
  const texts = new Set<string>();
  for (let bytesHashed = 0; bytesHashed < 1_000; bytesHashed += 1) {
    texts.add(comparisonAnnouncement(aComparison({ toHash: 1, hashed: 0, bytesToHash: 1_000, bytesHashed })));
  }
  expect([...texts]).toEqual([
    'Comparing the contents of 1 file.',
    '25% of the contents compared.',
    '50% of the contents compared.',
    '75% of the contents compared.',
  ]);
});

describe('the export of a comparison', () => {
  const server = { key: 'acme/brains/a.tif', size: 1, etag: '=1+1' };
  const paused: ComparisonResult = {
    ...aComparison({ phase: 'paused', pausedAt: 1_000, toHash: 1, hashed: 0, bytesToHash: 2, bytesHashed: 0 }),
    groups: addRows(NO_GROUPS, [{ key: server.key, group: 'onlyServer', server }]),
    rest: [pendingFile('acme/brains/b.tif', 2)],
    kept: new Set(),
    totals: new Map(),
  };

  it('lists the files of a paused comparison that are not compared yet', () => {
    const [, ...lines] = textOf(comparisonCsv(paused)).trim().split('\r\n');
    expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual([
      ['only on the server', '', 'acme/brains/a.tif'],
      ['not compared yet', '', 'acme/brains/b.tif'],
    ]);
    expect(JSON.parse(textOf(comparisonJson(paused, 'acme/brains')))).toMatchObject({
      isComplete: false,
      contentComparedPercent: 0,
      endedAt: '1970-01-01T00:00:01.000Z',
      files: [{ result: 'only on the server' }, { result: 'not compared yet', folder: { size: 2 } }],
    });
  });

  it('does not let a spreadsheet run values of the server as formulas', () => {
    expect(textOf(comparisonCsv(paused))).toContain(",'=1+1,");
  });

  it('is named after the compared folder and the day', () => {
    expect(comparisonFileName('acme/brains/TC042', Date.UTC(2030, 0, 2), 'csv')).toBe(
      'comparison-TC042-2030-01-02.csv',
    );
  });
});
