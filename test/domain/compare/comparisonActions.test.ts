import type { ComparedFile } from '@data-manager/domain/compare/comparedFiles';
import { canReplace } from '@data-manager/domain/compare/comparedFiles';
import { comparisonForecasts, filesOnBothSides } from '@data-manager/domain/compare/comparisonForecast';
import { comparisonOutcome, happenedText, leftText } from '@data-manager/domain/compare/comparisonOutcome';
import {
  addRows,
  keepFiles,
  NO_GROUPS,
  type ComparisonResult,
  type ComparisonRows,
} from '@data-manager/domain/compare/comparisonResult';
import { findRow } from '@data-manager/domain/compare/findRow';
import { filesToUpload, totalQuestion } from '@data-manager/domain/compare/totalQuestion';
import { describePlace, movePlace } from '@data-manager/domain/completeness/mapNavigation';
import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { NO_FILTERS } from '@data-manager/domain/listing/listQuery';
import { beginArrivals, type Arrivals } from '@data-manager/domain/uploads/arrivals';
import { aComparison, aListing } from '../../support/builders';

const NO_ARRIVALS = beginArrivals([]);

const DATASET = 'acme/brains/TC042';

function keyOf(section: number, channel = 1): string {
  return `${DATASET}/TC042_S${String(section).padStart(6, '0')}_L01_ch0${channel}.tif`;
}

function serverEntry(section: number, etag = 'old') {
  return { key: keyOf(section), size: 10, etag, lastModified: '2030-01-01T00:00:00Z' };
}

function aRow(group: ComparedFile['group'], section: number): ComparedFile {
  const local = { index: section, path: `TC042/${section}`, size: 10, lastModified: 0 };
  return {
    key: keyOf(section),
    group,
    ...(group !== 'onlyServer' && { local }),
    ...(group !== 'onlyLocal' && { server: serverEntry(section) }),
  };
}

const ROWS = [
  aRow('identical', 1),
  aRow('different', 2),
  aRow('different', 3),
  aRow('onlyServer', 4),
  aRow('onlyLocal', 5),
  aRow('onlyLocal', 8),
];

function compared(decisions: Partial<Pick<ComparisonRows, 'kept' | 'totals'>> = {}): ComparisonResult {
  const rows = { groups: addRows(NO_GROUPS, ROWS), rest: [], kept: new Set<string>(), totals: new Map() };
  return { ...aComparison({ phase: 'done' }), ...rows, ...decisions };
}

const LISTED = aListing([1, 2, 3, 4].map((section) => serverEntry(section)));

function queued(section: number, isFailed = false): Arrivals {
  const file = { key: keyOf(section), size: 10, isFailed };
  return { ...NO_ARRIVALS, queue: [file], sending: isFailed ? [] : [file] };
}

function outcome(result: ComparisonResult, listing = LISTED, arrivals = NO_ARRIVALS) {
  const found = comparisonOutcome(result, listing, arrivals, DATASET);
  const toDo = { toUpload: found.onlyLocal, toReplace: found.replaceable };
  return { found, happened: happenedText(found, result, toDo), left: leftText(found, result, toDo) };
}

it('comparisonOutcome leaves everything to do after the comparison', () => {
  const { happened, left } = outcome(compared());
  expect([happened, left]).toEqual(['', 'Left to do: 2 different · 2 only in the folder · 1 only on the server']);
});

it('comparisonOutcome counts a file that is replaced, and one that is kept', () => {
  const result = compared({ kept: new Set([keyOf(3)]) });
  const listing = aListing([serverEntry(1), serverEntry(2, 'new'), serverEntry(3), serverEntry(4)]);
  const { happened, left } = outcome(result, listing);
  expect(happened).toBe('1 replaced on the server · 1 kept as on the server');
  expect(left).toBe('Left to do: 2 only in the folder · 1 only on the server');
});

it('comparisonOutcome no longer keeps a file after the user has changed their mind', () => {
  const result = keepFiles(compared({ kept: new Set([keyOf(3)]) }), [keyOf(3)], false);
  expect(outcome(result).found.different.map(({ key }) => key)).toEqual([keyOf(2), keyOf(3)]);
});

it('comparisonOutcome counts an upload that is listed, and one that has left the queue before the list follows', () => {
  const arrived = [{ key: keyOf(8), size: 10, isFailed: false }];
  const listing = aListing([1, 2, 3, 4, 5].map((section) => serverEntry(section)));
  const { happened, found } = outcome(compared(), listing, { ...NO_ARRIVALS, arrived });
  expect(happened).toBe('2 uploaded');
  expect(found.onlyLocal).toEqual([]);
});

it('comparisonOutcome counts no file as replaced whose size on the server differs from that in the folder', () => {
  const other = { ...serverEntry(2, 'new'), size: 11 };
  expect(outcome(compared(), aListing([other])).found.replaced).toBe(0);
});

it('comparisonOutcome follows files through the upload queue', () => {
  expect(outcome(compared(), LISTED, queued(2)).happened).toBe('1 in the upload queue');
  expect(outcome(compared(), LISTED, queued(2, true)).happened).toBe('1 not uploaded: see Uploads below');
  expect(outcome(compared(), LISTED, queued(2)).found.different.map(({ key }) => key)).toEqual([keyOf(3)]);
});

it('comparisonOutcome leaves only what the buttons can do, and says of other files why', () => {
  const result = compared();
  const { found } = outcome(result);
  const toDo = { toUpload: found.onlyLocal.slice(1), toReplace: found.replaceable.slice(1) };
  expect(happenedText(found, result, toDo)).toBe('1 not to be uploaded: above the total sections');
  expect(leftText(found, result, toDo)).toBe(
    'Left to do: 2 different (1 to be decided in the list) · 1 only in the folder · 1 only on the server',
  );
  const groups = addRows(NO_GROUPS, [aRow('notComparable', 1)]);
  expect(leftText({ different: [] }, { groups }, { toUpload: [], toReplace: [] })).toBe(
    'Left to do: 1 not comparable (the list says why)',
  );
});

it('comparisonOutcome says that nothing is left', () => {
  const nothing = { ...compared(), groups: { ...compared().groups } };
  const { rows, size } = { rows: [], size: 0 };
  const result = {
    ...nothing,
    groups: { ...nothing.groups, different: { rows, size }, onlyLocal: { rows, size }, onlyServer: { rows, size } },
  };
  expect(outcome(result).left).toBe('Nothing is left to do');
});

function forecast(
  result: ComparisonResult,
  sections: number | undefined,
  states = outcome(result).found.states,
  damaged: ReadonlyMap<string, ImageProblem> = new Map(),
) {
  const groups = Object.values(result.groups).map(({ rows }) => rows);
  const [found] = comparisonForecasts(groups, states, [{ path: DATASET, sections, channels: [1] }], damaged);
  if (found === undefined) throw new Error('There is no forecast.');
  return found;
}

describe('the map of a comparison', () => {
  const { completeness } = forecast(compared(), 8);
  const textOf = (section: number) => describePlace(completeness, { lane: 0, section });

  it('says how each place differs', () => {
    expect([1, 2, 4, 5, 6].map(textOf)).toEqual([
      'S000001 ch01: in the folder and on the server',
      'S000002 ch01: different in the folder and on the server',
      'S000004 ch01: only on the server',
      'S000005 ch01: only in the folder',
      'S000006 ch01: missing',
    ]);
  });

  it('counts files on both sides as the same until their contents are compared', () => {
    const { rows } = compared().groups.onlyServer;
    const both = filesOnBothSides(LISTED, rows).map(({ key }) => key);
    expect(both).toEqual([keyOf(1), keyOf(2), keyOf(3)]);
  });

  it('jumps from one difference to the next', () => {
    const { section } = movePlace(completeness, { lane: 0, section: 1 }, 'nextGap');
    expect(section).toBe(2);
  });

  it('no longer marks files that have been replaced, and shows those that are being uploaded', () => {
    const result = compared();
    const later = forecast(
      result,
      8,
      new Map([
        [keyOf(2), 'arrived' as const],
        [keyOf(5), 'arriving' as const],
      ]),
    );
    const text = (section: number) => describePlace(later.completeness, { lane: 0, section });
    expect([text(2), text(5)]).toEqual([
      'S000002 ch01: in the folder and on the server',
      'S000005 ch01: in the upload queue',
    ]);
  });

  it('marks damaged files of the folder where the server has none, and where they have replaced its files', () => {
    const damaged = new Map([2, 3, 5].map((section) => [keyOf(section), 'truncated' as const]));
    const later = forecast(compared(), 8, new Map([[keyOf(3), 'arrived' as const]]), damaged);
    const text = (section: number) => describePlace(later.completeness, { lane: 0, section });
    expect([2, 3, 5, 8].map(text)).toEqual([
      'S000002 ch01: different in the folder and on the server',
      'S000003 ch01: damaged',
      'S000005 ch01: damaged',
      'S000008 ch01: only in the folder',
    ]);
  });

  it('finds the file of a place', () => {
    const place = { ...NO_FILTERS, sections: [{ first: 2, last: 2 }], channels: [1] };
    expect(findRow(compared(), DATASET, place)).toMatchObject({ group: 'different', key: keyOf(2) });
    expect(findRow(compared(), `${DATASET}-2`, place)).toBeUndefined();
    expect(findRow(compared(), DATASET, { ...place, channels: [2] })).toBeUndefined();
  });
});

it('totalQuestion proposes the number of sections that includes all files', () => {
  expect(totalQuestion(forecast(compared(), 5))).toMatchObject({ path: DATASET, total: 5, proposed: 8 });
  expect(totalQuestion(forecast(compared(), 4))).toMatchObject({
    proposed: 8,
    beyond: [
      { first: 5, last: 5 },
      { first: 8, last: 8 },
    ],
  });
});

it('totalQuestion asks nothing if all files lie within the number of sections, or if that is unknown', () => {
  expect(totalQuestion(forecast(compared(), 8))).toBeUndefined();
  expect(totalQuestion(forecast(compared(), undefined))).toBeUndefined();
});

describe('filesToUpload', () => {
  const rows = compared().groups.onlyLocal.rows;

  it('contains files outside the number of sections until the user keeps that number', () => {
    const keysIn = (result: ComparisonResult) =>
      filesToUpload(rows, result, [forecast(result, 5)]).map(({ key }) => key);
    expect(keysIn(compared())).toEqual([keyOf(5), keyOf(8)]);
    const decision = { total: 5, isSet: false };
    expect(keysIn(compared({ totals: new Map([[DATASET, decision]]) }))).toEqual([keyOf(5)]);
  });
});

it('canReplace rejects a key that an upload would spell differently', () => {
  const row = (name: string): ComparedFile => ({ key: `${DATASET}/${name}`, group: 'different' });
  expect(canReplace(row('für.tif'.normalize('NFC')), DATASET)).toBe(true);
  expect(canReplace(row('für.tif'.normalize('NFD')), DATASET)).toBe(false);
  expect(canReplace(row('raw/a.tif'), DATASET)).toBe(true);
});
