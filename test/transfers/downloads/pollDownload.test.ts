import { delay } from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import { readDownloadProgress } from '../../../src/api/gateways';
import { ok } from '../../../src/lib/result';
import { downloadReady, downloadsReducer, progressReceived } from '../../../src/transfers/downloads/downloadsSlice';
import { pollDownload } from '../../../src/transfers/downloads/pollDownload';
import { aDownload } from '../../support/builders';

describe('polling', () => {
  it('asks every 10 s for the reference until there is a link', async () => {
    const answers = [
      { status: 'PREPARING', completedSize: 3 },
      { status: 'COMPLETED', url: 'https://files.test/a.zip' },
    ];
    const result = await expectSaga(pollDownload, { id: 'download-1', downloadId: 'ref-1', title: 'TC042' })
      .withReducer(downloadsReducer, { items: [aDownload({ phase: 'preparing' })] })
      .provide([
        [delay(10_000), null],
        { call: (effect, next) => (effect.fn === readDownloadProgress ? ok(answers.shift()) : next()) },
      ])
      .call(readDownloadProgress, 'ref-1')
      .put(progressReceived({ id: 'download-1', completedSize: 3 }))
      .put(downloadReady({ id: 'download-1', url: 'https://files.test/a.zip' }))
      .run();
    expect(result.storeState).toMatchObject({ items: [{ url: 'https://files.test/a.zip' }] });
  });
});
