import { addRecords, groupEvents, restorableOf, type Act } from '@data-manager/domain/transfers/acts';
import { actText, searchActs } from '@data-manager/domain/transfers/actText';
import { omit } from '@data-manager/lib/omit';
import { aReceipt } from '../../support/builders';

const MINUTE = 60_000;
const NONE = { receipts: [], archives: [] };

const event = (minute: number, given: Partial<Act> = {}) => ({
  at: minute * MINUTE,
  userId: 'mia',
  action: 'upload',
  type: 'file',
  name: `acme/brains/TC042/${String(minute)}.tif`,
  ...given,
});

function act(given: Partial<Act> = {}): Act {
  const { at, ...rest } = event(10);
  return { at, since: at, count: 1, userName: 'Mia', ...rest, ...given };
}

const counts = (events: readonly ReturnType<typeof event>[]) => groupEvents(events).map(({ length }) => length);

describe('the events of an act', () => {
  it('an act has the events of one user and one place, also among the events of others', () => {
    const ben = (minute: number) => event(minute, { userId: 'ben' });
    expect(counts([event(9), ben(8), event(7), ben(6), event(5)])).toEqual([3, 2]);
  });

  it('the events of an act are of one kind and one dataset, whatever its folders', () => {
    const inFolder = event(3, { name: 'acme/brains/TC042/raw/a.tif' });
    const elsewhere = event(2, { name: 'acme/brains/TC043/a.tif' });
    expect(counts([event(4), inFolder, elsewhere, event(1, { action: 'delete' })])).toEqual([2, 1, 1]);
  });

  it('the events of an act have no long pause between them: 30 minutes in an upload, one minute in a deletion', () => {
    expect(counts([event(61), event(31), event(0)])).toEqual([2, 1]);
    const deleted = (minute: number) => event(minute, { action: 'delete' });
    expect(counts([deleted(3), deleted(2), deleted(0)])).toEqual([2, 1]);
  });

  it('datasets that were created together are one act, but not datasets that were deleted, renamed or registered', () => {
    const dataset = (action: string) => [event(1, { type: 'dataset', action }), event(1, { type: 'dataset', action })];
    expect(counts(dataset('create'))).toEqual([2]);
    expect(counts(dataset('delete'))).toEqual([1, 1]);
    expect(counts([event(1, { type: 'job' }), event(1, { type: 'job' })])).toEqual([1, 1]);
  });
});

describe('an act of the server and the records of this browser about it', () => {
  const receipt = (minute: number, given: Parameters<typeof aReceipt>[0] = {}) =>
    aReceipt({
      id: `receipt ${String(minute)}`,
      userId: 'mia',
      key: event(minute).name,
      endedAt: minute * MINUTE,
      ...given,
    });

  it('the server’s act and this browser’s records of it are one act, even if the clocks differ and the upload goes on', () => {
    const receipts = [receipt(16), receipt(15), receipt(13)];
    const [one, ...others] = addRecords([act({ since: 9 * MINUTE, count: 2 })], { ...NONE, receipts });
    expect(one).toMatchObject({ count: 3, receipts });
    expect(others).toEqual([]);
  });

  it('an act of the server and records of another dataset, another day, or a download are two acts', () => {
    const other = receipt(10, { key: 'acme/brains/TC043/a.tif' });
    const fetched = receipt(10, { savedTo: 'scans/10.tif' });
    const receipts = [receipt(2_000), other, fetched];
    const acts = addRecords([act()], { ...NONE, receipts }, 'Mia');
    expect(acts.map((one) => actText(one))).toEqual([
      'Mia uploaded 2000.tif into brains/TC042',
      'Mia uploaded 10.tif into brains/TC042',
      'Mia uploaded a.tif into brains/TC043',
      'Mia downloaded 10.tif from brains/TC042 into a folder',
    ]);
  });

  it('the request of an archive and its record in this browser are one act if they have one reference', () => {
    const saved = { id: 'd1', title: 'TC042', savedAt: 5, userId: 'mia' };
    const listed = act({
      id: 'ref',
      type: 'archive',
      action: 'download',
      name: 'a.zip',
      details: 'acme/brains/TC042/',
    });
    const archives = [{ ...saved, downloadId: 'ref' }, saved];
    const acts = addRecords([listed], { ...NONE, archives }, 'Mia');
    expect(acts.map((one) => [actText(one), one.archive])).toEqual([
      ['Mia downloaded brains/TC042/', archives[0]],
      ['Mia downloaded TC042', saved],
    ]);
  });
});

test('the sentence of an act says who did what, and where', () => {
  const sentences: readonly [Partial<Act>, string][] = [
    [{ count: 235 }, 'Mia uploaded 235 files into brains/TC042'],
    [{ count: 5_000, isCut: true }, 'Mia uploaded 5,000 or more files into brains/TC042'],
    [{ action: 'delete', name: 'acme/brains/TC042/raw/' }, 'Mia deleted raw from brains/TC042'],
    [
      { action: 'rename', details: 'from acme/brains/TC042/scan 1.tif' },
      'Mia renamed scan 1.tif to 10.tif in brains/TC042',
    ],
    [
      { action: 'rename', type: 'dataset', name: 'TC042', details: 'from TC41' },
      'Mia renamed the dataset TC41 to TC042',
    ],
    [{ action: 'create', type: 'dataset', count: 3 }, 'Mia created 3 datasets'],
    [
      { action: 'start', type: 'job', name: 'acme/brains/TC042', details: 'pyramid' },
      'Mia started Add To Viewer for brains/TC042',
    ],
  ];
  for (const [given, text] of sentences) expect(actText(act(given))).toBe(text);
  const receipts = [aReceipt({ leftOut: { files: 2, damaged: 2 } }), aReceipt()];
  expect(actText({ ...act({ count: 235 }), receipts })).toBe(
    'Mia uploaded 235 files into brains/TC042, 2 damaged left out',
  );
  const unnamed = omit(act(), 'userName');
  expect(actText(unnamed)).toMatch(/^mia uploaded/);
  expect(actText({ ...omit(unnamed, 'userId'), action: 'delete permanently' })).toBe(
    'The server permanently deleted 10.tif from brains/TC042',
  );
});

test('a search finds acts by their sentence, and the files of others together with it', () => {
  const receipts = ['a.tif', 'b.tif'].map((name) =>
    aReceipt({ id: name, userId: 'mia', key: `acme/brains/TC042/${name}` }),
  );
  const acts = addRecords([], { ...NONE, receipts }, 'Mia');
  const found = (text: string) => searchActs(acts, text).map((one) => one.receipts.map(({ id }) => id));
  expect(found('MIA tc042')).toEqual([['a.tif', 'b.tif']]);
  expect(found('mia B.TIF')).toEqual([['b.tif']]);
  expect(found('c.tif')).toEqual([]);
});

test('the files that an act deleted can be restored, not those of another act, nor replaced files', () => {
  const deletion = act({ action: 'delete', since: 9 * MINUTE });
  const file = (minute: number, name = 'a.tif') => ({
    kind: 'file',
    id: `acme/brains/TC042/${name}`,
    deletedAt: minute * MINUTE,
  });
  const own = [file(10), file(9, 'b.tif')];
  const replaced = { ...file(10), isReplaced: true } as const;
  const others = [file(8), file(11), replaced, { ...file(10), id: 'acme/brains/TC043/a.tif' }];
  expect(restorableOf(deletion, [...own, ...others])).toEqual(own);
  expect(restorableOf({ ...deletion, action: 'upload' }, own)).toEqual([]);
  const dataset = { kind: 'dataset', id: 'hash', deletedAt: 0 };
  expect(restorableOf({ ...deletion, type: 'dataset', id: 'hash' }, [...own, dataset])).toEqual([dataset]);
});
