import {
  choiceReducer,
  EMPTY_CHOICE,
  type Choice,
  type ChoiceEvent,
} from '../../../../src/features/preflight/rows/choice';
import { nameOf } from '../../../../src/features/preflight/rows/rows';

const files = ['a.tif', 'b.tif', 'c.tif'].map((name) => new File(['x'], name));

function choiceAfter(...events: readonly ChoiceEvent[]): Choice {
  const found = files.map((file) => ({ file, relativePath: '', size: 1, lastModified: 1 }));
  const start: ChoiceEvent = { type: 'filesAdded', found, unreadable: 0 };
  return [start, ...events].reduce(choiceReducer, EMPTY_CHOICE);
}

function names({ rows }: Choice): readonly string[] {
  return rows.map(nameOf);
}

const toX: ChoiceEvent = { type: 'bulkRenamed', steps: [{ id: '1', oldName: 'a.tif', newName: 'x.tif' }] };
const withoutB: ChoiceEvent = { type: 'removed', ids: ['2'] };
const undo: ChoiceEvent = { type: 'undone' };

describe('choiceReducer', () => {
  it('undoes renaming and excluding one step at a time, latest first', () => {
    expect(names(choiceAfter(toX, withoutB))).toEqual(['x.tif', 'c.tif']);
    expect(names(choiceAfter(toX, withoutB, undo))).toEqual(['x.tif', 'c.tif', 'b.tif']);
    expect(names(choiceAfter(toX, withoutB, undo, undo))).toEqual(['a.tif', 'c.tif', 'b.tif']);
    expect(choiceAfter(toX, undo).steps).toEqual([]);
  });

  it('keeps a name that was given after the step that is undone', () => {
    expect(names(choiceAfter(toX, { type: 'renamed', id: '1', newName: 'y.tif' }, undo))[0]).toBe('y.tif');
  });

  it('leaves out identical files without a question, but not if the user has decided before', () => {
    const contents = new Map([
      ['1', 'identical'],
      ['2', 'different'],
      ['3', 'identical'],
    ] as const);
    const decided: ChoiceEvent = { type: 'decided', ids: ['3'], decision: 'replace' };
    const { rows } = choiceAfter(decided, { type: 'contentsCompared', contents });
    expect(rows.map(({ decision }) => decision)).toEqual(['leaveOut', undefined, 'replace']);
  });

  it('forgets a decision about a key when the file is renamed', () => {
    const contents = new Map([['1', 'identical']] as const);
    const [row] = choiceAfter({ type: 'contentsCompared', contents }, toX).rows;
    expect([row?.decision, row?.content]).toEqual([undefined, undefined]);
  });

  it('proposes to leave out damaged images, unless all images are damaged', () => {
    const damaged = (...found: readonly File[]): ChoiceEvent => ({
      type: 'problemsFound',
      problems: new Map(found.map((file) => [file, 'not-tiff'])),
    });
    const leftOut = (choice: Choice) => choice.rows.map(({ isLeftOut }) => isLeftOut);
    expect(leftOut(choiceAfter(damaged(files[0]!)))).toEqual([true, undefined, undefined]);
    expect(leftOut(choiceAfter(damaged(...files)))).toEqual([undefined, undefined, undefined]);
    const anyway: ChoiceEvent = { type: 'unreadableLeftOut', isLeftOut: false };
    expect(leftOut(choiceAfter(damaged(files[0]!), anyway, damaged(files[1]!)))).toEqual([false, false, undefined]);
    const one: ChoiceEvent = { type: 'kept', kept: ['1'], leftOut: [] };
    expect(leftOut(choiceAfter(damaged(files[0]!), one, damaged(files[1]!)))).toEqual([false, true, undefined]);
  });

  it('opens the table for a few files, unless the user has opened or closed it', () => {
    const found = Array.from({ length: 60 }, (_, index) => ({
      ...{ file: new File(['x'], `${String(index)}.tif`), relativePath: '', size: 1, lastModified: 1 },
    }));
    const many: ChoiceEvent = { type: 'filesAdded', found, unreadable: 0 };
    expect(choiceAfter().table).toEqual({ isSmall: true });
    expect(choiceAfter({ type: 'tableShown', isOpen: true }, many).table).toEqual({ isSmall: false, isOpen: true });
    expect(choiceAfter(many, { type: 'removed', ids: ['1'] }).table).toEqual({ isSmall: false });
  });
});
