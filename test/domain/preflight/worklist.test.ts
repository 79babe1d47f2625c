import fc from 'fast-check';
import { parseFileName } from '@data-manager/domain/names/grammar';
import { blocks, ROW_KIND_LIST } from '@data-manager/domain/preflight/rowKinds';
import {
  groupScans,
  keepRescans,
  listCards,
  renameToDatasets,
  repairNames,
  type WorklistRow,
} from '@data-manager/domain/preflight/worklist';

function aRow(path: string, given: Partial<WorklistRow> = {}): WorklistRow {
  const name = path.split('/').at(-1)!;
  return {
    id: path,
    name,
    key: `acme/brains/TC042/${path}`,
    lastModified: 1,
    naming: parseFileName(name),
    kinds: [],
    namedFor: undefined,
    otherScans: [],
    ...given,
  };
}

describe('listCards', () => {
  it('lists no card for rows without problems', () => {
    expect(
      listCards([aRow('TC042_S000001_L01_ch01.tif'), aRow('notes.txt', { kinds: ['noImage', 'leftOut'] })]),
    ).toEqual([]);
  });

  it('lists the kinds of problems from the worst to the one with a decision', () => {
    const kinds = [
      ...['unreadable', 'undecided', 'foreign', 'duplicate', 'beyondTotal', 'tooLarge', 'unstorable', 'invalid'],
    ] as const;
    const cards = listCards(kinds.map((kind) => aRow(`${kind}.tif`, { kinds: [kind] })));
    expect(cards.map(({ kind }) => kind)).toEqual([
      ...['names', 'unstorable', 'tooLarge', 'beyondTotal', 'scans', 'foreign', 'server', 'damaged'],
    ]);
  });

  it('a card blocks the upload exactly if some row has a finding that blocks it', () => {
    const kinds = fc.uniqueArray(fc.constantFrom(...ROW_KIND_LIST));
    fc.assert(
      fc.property(fc.array(kinds), (lists) => {
        const rows = lists.map((own, index) => aRow(String(index), { kinds: own }));
        expect(listCards(rows).some((card) => card.blocks)).toBe(lists.some((own) => own.some(blocks)));
      }),
    );
  });
});

describe('repairNames', () => {
  it('proposes a name for each file that has only one sensible name', () => {
    expect(repairNames([aRow('Brain07-S000051-L01-ch02.tif'), aRow('photo.tif'), aRow('notes.txt')])).toEqual([
      {
        id: 'Brain07-S000051-L01-ch02.tif',
        oldName: 'Brain07-S000051-L01-ch02.tif',
        newName: 'Brain07_S000051_L01_ch02.tif',
      },
    ]);
  });
});

describe('renameToDatasets', () => {
  it('renames another dataset’s image to the dataset, with the same numbers', () => {
    const row = aRow('TC043_left_S000005_L02_ch03.TIFF');
    expect(renameToDatasets([row]).map(({ newName }) => newName)).toEqual(['TC042_S000005_L02_ch03.tif']);
  });
});

describe('scans of the same image', () => {
  const name = 'TC042_S000005_L01_ch01.tif';
  const again = (folder: string, lastModified: number, given: Partial<WorklistRow> = {}) =>
    aRow(`${folder}/${name}`, { lastModified, ...given });

  it('scans are grouped by section, layer and channel, the oldest first', () => {
    const others = ['TC042_S000005_L01_ch02.tif', 'TC042_S000005_L02_ch01.tif'].map((one) => aRow(one));
    const groups = groupScans([again('new', 2), aRow(name), ...others]);
    expect(groups.map(({ rows }) => rows.map(({ id }) => id))).toEqual([
      [name, `new/${name}`],
      ...others.map(({ id }) => [id]),
    ]);
  });

  it.each([
    ['no scan is', [undefined, undefined], false],
    ['one scan is', [undefined, true], true],
    ['both scans are', [true, true], true],
  ] as const)('are decided about if %s left out', (_, leftOut, isSolved) => {
    const rows = leftOut.map((isLeftOut, index) =>
      again(String(index), index + 1, isLeftOut === undefined ? {} : { isLeftOut }),
    );
    expect(groupScans(rows)).toMatchObject([{ isSolved }]);
  });

  it('all scans but the latest are left out, and none that the user has left out comes back', () => {
    const rows = [again('a', 1), again('b', 2), again('c', 3, { isLeftOut: true })];
    expect(keepRescans(groupScans(rows))).toEqual({ kept: [rows[1]!.id], leftOut: [rows[0]!.id, rows[2]!.id] });
    expect(keepRescans(groupScans(rows.map((row) => ({ ...row, isLeftOut: true }))))).toEqual({
      kept: [],
      leftOut: [],
    });
  });

  it.each([
    ['have the same date', 1],
    ['have no date', 0],
  ])('are told apart only by their folders if they %s', (_, lastModified) => {
    const rows = [again('a', lastModified), again('b', lastModified)];
    expect(groupScans(rows)).toMatchObject([{ latest: undefined, rescan: undefined }]);
    const [group] = groupScans([...rows, again('b/c', lastModified)]);
    expect([group?.latest, group?.rescan?.key]).toEqual([undefined, `acme/brains/TC042/b/c/${name}`]);
  });

  it.each([
    ['2026-01-01T00:00:00.000Z', false],
    ['2020-01-01T00:00:00.000Z', true],
    [undefined, undefined],
  ])('are compared with the scan on the server of %s', (modified, isKept) => {
    const entry = { key: `acme/brains/TC042/first/${name}`, size: 1, ...(modified !== undefined && { modified }) };
    const row = again('a', Date.UTC(2025, 0), { otherScans: [entry] });
    const [group] = groupScans([row]);
    expect(group).toMatchObject({ onServer: [entry], isSolved: false });
    const { kept, leftOut } = keepRescans(group === undefined ? [] : [group]);
    expect([kept, leftOut]).toEqual(isKept === undefined ? [[], []] : isKept ? [[row.id], []] : [[], [row.id]]);
  });
});
