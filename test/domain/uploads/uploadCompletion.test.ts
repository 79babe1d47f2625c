import { asRepeated, type Failure } from '../../../src/domain/failures/failure';
import { interpretCompletion, isCompletionUncertain } from '../../../src/domain/uploads/uploadFailures';

const lost: Failure = { kind: 'not-found', code: 'NO_SUCH_UPLOAD' };

describe('an upload may be complete', () => {
  it.each<Failure>([
    { kind: 'unreachable' },
    { kind: 'aborted' },
    { kind: 'bad-answer', endpoint: 'e', field: 'body' },
    { kind: 'refused', status: 502, message: 'no' },
  ])('after $kind', (failure) => {
    expect(isCompletionUncertain(failure, false)).toBe(true);
  });

  it.each<Failure>([
    { kind: 'refused', status: 400, message: 'part 2 differs' },
    { kind: 'completion-unknown', fileName: 'a' },
  ])('no longer after $kind', (failure) => {
    expect(isCompletionUncertain(failure, true)).toBe(false);
  });

  const notLetThrough: readonly Failure[] = [
    { kind: 'unauthorized' },
    { kind: 'forbidden' },
    { kind: 'refused', status: 429, message: 'slow down' },
    { kind: 'refused', status: 408, message: 'too late' },
  ];

  it.each(notLetThrough)('as before where the call was not let through ($kind)', (failure) => {
    expect(isCompletionUncertain(failure, true)).toBe(true);
    expect(isCompletionUncertain(failure, false)).toBe(false);
  });

  it.each(notLetThrough)('where the call had been answered with a 5xx before ($kind)', (failure) => {
    expect(isCompletionUncertain(asRepeated(failure), false)).toBe(true);
  });
});

describe('an upload that the server does not know', () => {
  it('is lost where it can not be complete', () => {
    expect(interpretCompletion(lost, false, 'a')).toBe(lost);
  });

  it.each<[Failure, boolean]>([
    [lost, true],
    [{ ...lost, repeated: true }, false],
  ])('is in doubt where it may be complete (%j, %s)', (failure, mayBe) => {
    expect(interpretCompletion(failure, mayBe, 'a')).toEqual({ kind: 'completion-unknown', fileName: 'a' });
  });

  it('is told from every other failure', () => {
    const other: Failure = { kind: 'forbidden' };
    expect(interpretCompletion(other, true, 'a')).toBe(other);
  });
});
