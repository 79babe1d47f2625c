import { combineReducers } from '@reduxjs/toolkit';
import { delay, getContext, take } from 'redux-saga/effects';
import { call } from 'redux-saga-test-plan/matchers';
import type { DownloadItem } from '@data-manager/domain/downloads/download';
import { err, ok } from '@data-manager/lib/result';
import { cancelDownload, readDownloadProgress, startDownload } from '../../../src/api/gateways';
import type { Ports } from '../../../src/platform/ports';
import { loginFound, sessionReducer } from '../../../src/session/sessionSlice';
import {
  downloadReady,
  downloadRemoved,
  downloadSaved,
  downloadsReducer,
  downloadStarted,
  progressReceived,
  startFailed,
  urlExpired,
} from '../../../src/transfers/downloads/downloadsSlice';
import { driveDownload } from '../../../src/transfers/downloads/driveDownload';
import { aDownload, anOwner, aSavedArchive } from '../../support/builders';
import { expectSaga } from '../../support/expectSaga';
import { createFakePorts, FAKE_NOW_MS } from '../../support/fakePorts';

const id = 'download-1';
const url = 'https://files.test/archive.zip';

type Providers = Parameters<ReturnType<typeof expectSaga>['provide']>[0];

/** Runs the saga with the real reducers, a list of one download, and no waiting. */
function drive(item: DownloadItem, providers: Providers, ports: Ports = createFakePorts()) {
  return expectSaga(driveDownload, id)
    .withReducer(combineReducers({ session: sessionReducer, downloads: downloadsReducer }), {
      session: sessionReducer(undefined, loginFound(anOwner())),
      downloads: { items: [item] },
    })
    .provide([[getContext('ports'), ports], [delay(10_000), null], [delay(2_000), null], ...providers]);
}

describe('driveDownload', () => {
  it('starts, polls every 10 s, waits 2 s and saves', async () => {
    const polls = [
      { status: 'PREPARING', completedSize: 3 },
      { status: 'COMPLETED', url },
    ];
    const ports = createFakePorts();
    const providers: Providers = [
      [call.fn(startDownload), ok({ ref: 'ref-1' })],
      { call: (effect, next) => (effect.fn === readDownloadProgress ? ok(polls.shift()) : next()) },
    ];
    const result = await drive(aDownload(), providers, ports)
      .call(startDownload, {
        onlyDownSamples: false,
        folder: 'acme/brains/TC042',
        zipFileName: 'acme-brains-TC042.zip',
      })
      .put(downloadStarted({ id, downloadId: 'ref-1' }))
      .call(readDownloadProgress, 'ref-1')
      .put(progressReceived({ id, completedSize: 3 }))
      .put(downloadReady({ id, url }))
      .put(downloadSaved({ archive: aSavedArchive({ savedAt: FAKE_NOW_MS }) }))
      .run();
    expect(ports.recorded.saves).toEqual([{ url, fileName: 'acme-brains-TC042.zip' }]);
    expect(result.storeState).toMatchObject({ downloads: { items: [] } });
  });

  it('polls immediately if the server has already started', async () => {
    await drive(aDownload({ phase: 'preparing' }), [[call.fn(readDownloadProgress), ok({ status: 'COMPLETED', url })]])
      .not.call.fn(startDownload)
      .put(downloadReady({ id, url }))
      .run();
  });

  it('ends with the reason if the server refuses the start', async () => {
    const failure = { kind: 'refused', status: 400, message: 'Too large' } as const;
    const ports = createFakePorts();
    await drive(aDownload(), [[call.fn(startDownload), err(failure)]], ports)
      .put(startFailed({ id, failure }))
      .not.call.fn(readDownloadProgress)
      .run();
    expect(ports.recorded.toasts).toEqual([{ text: 'error starting download', severity: 'error' }]);
  });

  it('cancels a download on the server that was removed during the start', async () => {
    function* startSlowly() {
      yield take(downloadRemoved.type);
      return ok({ ref: 'ref-1' });
    }
    await drive(aDownload(), [
      [call.fn(cancelDownload), ok(null)],
      { call: (effect, next) => (effect.fn === startDownload ? startSlowly() : next()) },
    ])
      .call(cancelDownload, 'ref-1')
      .not.put.actionType(downloadStarted.type)
      .dispatch(downloadRemoved({ id }))
      .run();
  });

  it('requests a new URL if the computer slept before the archive was saved', async () => {
    const ports = createFakePorts();
    let now = FAKE_NOW_MS;
    const clock = { now: () => (now += 61_000), elapsed: () => 0 };
    await drive(aDownload({ phase: 'ready' }), [], { ...ports, clock })
      .put(urlExpired({ id }))
      .run();
    expect(ports.recorded.saves).toEqual([]);
  });
});
