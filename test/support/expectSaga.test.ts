import { stripVTControlCharacters } from 'node:util';
import { createAction } from '@reduxjs/toolkit';
import { call, put, type SagaOf } from '@data-manager/lib/typedEffects';
import { expectSaga } from './expectSaga';

const partOf = (partNumber: number, etag: string) => ({
  file: { name: 'a.tif', parts: [{ partNumber, etags: [etag] }] },
});
const partUploaded = createAction<ReturnType<typeof partOf>>('partUploaded');
const upload = (file: unknown, size: number) => [file, size];

function* saga(): SagaOf<unknown> {
  for (let partNumber = 1; partNumber <= 200; partNumber += 1) {
    yield* put(partUploaded(partOf(partNumber, `etag-${partNumber}`)));
  }
  yield* call(upload, { name: 'a.tif' }, 7);
  return partOf(7, 'etag-7');
}

async function failureOf(run: Promise<unknown>): Promise<string> {
  const error: unknown = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  // Without the colours of a terminal.
  return error instanceof Error ? stripVTControlCharacters(error.message) : '';
}

describe('the failure of an expectation', () => {
  it('shows the one member by which the nearest action differs', async () => {
    const failure = await failureOf(
      expectSaga(saga)
        .put(partUploaded(partOf(7, 'etag-8')))
        .run(false),
    );
    expect(failure).toMatch(/^No put as expected. The nearest of 200:\n/);
    expect(failure.split('\n').filter((line) => /^[-+] +"/.test(line))).toEqual([
      expect.stringContaining('"etag-8"'),
      expect.stringContaining('"etag-7"'),
    ]);
    expect(failure.split('\n').length).toBeLessThan(25);
  });

  it('shows the argument by which the nearest call differs', async () => {
    const failure = await failureOf(expectSaga(saga).call(upload, { name: 'a.tif' }, 8).run(false));
    expect(failure).toMatch(/^No call as expected. The nearest of 1:\n[^]*-\s+8,\n\+\s+7,/);
  });

  it('shows what a part of an action lacks', async () => {
    const failure = await failureOf(
      expectSaga(saga)
        .put.like({ action: partUploaded(partOf(200, 'etag-0')) })
        .run(false),
    );
    expect(failure).toMatch(/^No put as expected[^]*-\s+"etag-0",\n\+\s+"etag-200",/);
  });

  it('shows the member by which the return value differs', async () => {
    const failure = await failureOf(expectSaga(saga).returns(partOf(7, 'etag-8')).run(false));
    expect(failure).toMatch(/-\s+"etag-8",\n\+\s+"etag-7",/);
  });
});
