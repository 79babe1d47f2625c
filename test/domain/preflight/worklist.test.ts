import { parseFileName } from '@data-manager/domain/names/grammar';
import {
  keptScans,
  listCards,
  needsDecision,
  type Card,
  type CardKind,
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
    onServer: undefined,
    namedFor: undefined,
    ...given,
  };
}

const stored = { onServer: { key: 'k', size: 1 } };

type CardOf<Kind> = Card<WorklistRow> & { readonly kind: Kind };

function only<Kind extends CardKind>(kind: Kind, ...rows: readonly WorklistRow[]): CardOf<Kind> | undefined {
  return listCards(rows).find((card): card is CardOf<Kind> => card.kind === kind);
}

/** Returns true if the card exists and waits for a decision. */
function asks(card: Card<WorklistRow> | undefined): boolean {
  return card !== undefined && needsDecision(card);
}

describe('listCards', () => {
  it('lists no card for rows without problems', () => {
    expect(listCards([aRow('TC042_S000001_L01_ch01.tif'), aRow('Mosaic.txt')])).toEqual([]);
  });

  it('lists the kinds of problems from the worst to the one with a decision', () => {
    const cards = listCards([
      aRow('a/TC042_S000007_L01_ch01.tif', { imageProblem: 'truncated' }),
      aRow('TC042_S000002_L01_ch01.tif', stored),
      aRow('TC043_S000003_L01_ch01.tif', { namedFor: 'TC043' }),
      aRow('x_S000004_L01_ch01.tif', { namedFor: '' }),
      aRow('TC042_S000005_L01_ch01.tif'),
      aRow('again/TC042_S000005_L01_ch01.tif'),
      aRow('TC042_S000900_L01_ch01.tif', { kinds: ['beyondTotal'] }),
      aRow('TC042_S000006_L01_ch01.tif', { kinds: ['tooLarge'] }),
      aRow('b\\_S000001_L01_ch01.tif', { kinds: ['unstorable'] }),
      aRow('picture.tif', { kinds: ['invalid'] }),
    ]);
    expect(cards.map(({ kind, rows }) => [kind, rows.length])).toEqual([
      ['names', 1],
      ['unstorable', 1],
      ['tooLarge', 1],
      ['beyondTotal', 1],
      ['scans', 2],
      ['elsewhere', 1],
      ['foreign', 1],
      ['server', 1],
      ['damaged', 1],
    ]);
    expect(cards.filter(needsDecision).map(({ kind }) => kind)).toEqual([
      'names',
      'unstorable',
      'tooLarge',
      'beyondTotal',
      'elsewhere',
      'server',
    ]);
  });

  it('proposes a name for each file that has only one sensible name', () => {
    const kinds = ['invalid'] as const;
    const card = only('names', aRow('Brain07-S000051-L01-ch02.tif', { kinds }), aRow('photo.tif', { kinds }));
    expect(card?.repairs).toEqual([
      {
        id: 'Brain07-S000051-L01-ch02.tif',
        oldName: 'Brain07-S000051-L01-ch02.tif',
        newName: 'Brain07_S000051_L01_ch02.tif',
      },
    ]);
  });

  it('names the highest section above the total', () => {
    const kinds = ['beyondTotal'] as const;
    const rows = [307, 302].map((section) => aRow(`TC042_S000${section}_L01_ch01.tif`, { kinds }));
    expect(only('beyondTotal', ...rows)?.highest).toBe(307);
  });

  it.each([
    ['neither', [undefined, undefined], 'both'],
    ['the rescan', [undefined, true], 'original'],
    ['the original', [true, undefined], 'rescan'],
    ['both', [true, true], undefined],
  ] as const)('reads the choice among two scans from the rows if %s is left out', (_, leftOut, choice) => {
    const [original, rescan] = leftOut.map((isLeftOut) => (isLeftOut === undefined ? {} : { isLeftOut }));
    const name = 'TC042_S000005_L01_ch01.tif';
    const card = only('scans', aRow(`new/${name}`, { lastModified: 2, ...rescan }), aRow(name, original));
    expect(card?.groups.map((group) => [group.choice, group.rows.map(({ id }) => id)])).toEqual([
      [choice, [name, `new/${name}`]],
    ]);
  });

  it('asks which of two files with the same key to keep', () => {
    const row = aRow('TC042_S000005_L01_ch01.tif');
    const card = only('scans', row, { ...row, id: 'other', lastModified: 2 });
    expect(card?.groups).toMatchObject([{ choice: undefined, mayKeepBoth: false }]);
    expect(asks(card)).toBe(true);
  });

  it('offers no choice of scans for a file on the server, or for a damaged file that is left out', () => {
    const name = 'TC042_S000005_L01_ch01.tif';
    expect(only('scans', aRow(name, stored), aRow(`new/${name}`))).toBeUndefined();
    const damaged = aRow(`new/${name}`, { imageProblem: 'empty', isLeftOut: true });
    expect(only('scans', aRow(name), damaged)).toBeUndefined();
  });

  it('tells different channels and layers of a section apart', () => {
    const names = ['TC042_S000005_L01_ch01.tif', 'TC042_S000005_L01_ch02.tif', 'TC042_S000005_L02_ch01.tif'];
    expect(listCards(names.map((name) => aRow(name)))).toEqual([]);
  });

  it('counts the files on the server by their contents, and asks only about those without a decision', () => {
    const card = only(
      'server',
      aRow('1', { ...stored, content: 'identical', decision: 'skip' }),
      aRow('2', { ...stored, content: 'different' }),
      aRow('3', { ...stored, content: 'unknown', decision: 'replace' }),
      aRow('4', stored),
    );
    expect(card?.contents).toEqual({ identical: 1, different: 1, unknown: 1, waiting: 1, undecided: 2 });
    const decided = only('server', aRow('1', { ...stored, content: 'identical', decision: 'skip' }));
    expect(asks(decided)).toBe(false);
  });

  it('asks about files named for another dataset even if it is all of them, until they are kept or left out', () => {
    const rows = ['TC043_S000001_L01_ch01.tif', 'TC044_S000001_L01_ch01.tif'].map((name) =>
      aRow(name, { namedFor: name.slice(0, 5) }),
    );
    expect(only('elsewhere', ...rows)).toMatchObject({ titles: ['TC043', 'TC044'], isLeftOut: undefined });
    const kept = only('elsewhere', ...rows.map((row) => ({ ...row, isLeftOut: false })));
    expect(asks(kept)).toBe(false);
  });
});

describe('keptScans', () => {
  const name = 'TC042_S000005_L01_ch01.tif';
  const rows = [aRow(name), aRow(`a/${name}`, { lastModified: 2 }), aRow(`b/${name}`, { lastModified: 3 })];
  const groups = only('scans', ...rows)?.groups ?? [];

  it.each([
    ['original', { kept: [name], leftOut: [`a/${name}`, `b/${name}`] }],
    ['rescan', { kept: [`b/${name}`], leftOut: [name, `a/${name}`] }],
    ['both', { kept: [name, `a/${name}`, `b/${name}`], leftOut: [] }],
  ] as const)('keeps one scan or all of them (%s)', (choice, decision) => {
    expect(keptScans(groups, choice)).toEqual(decision);
  });

  it('leaves files with the same key as they are if both should be kept', () => {
    const same = only('scans', aRow(name), { ...aRow(name), id: 'other' })?.groups ?? [];
    expect(keptScans(same, 'both')).toEqual({ kept: [], leftOut: [] });
  });
});
