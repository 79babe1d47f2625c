import { findNonSerializableValue } from '@reduxjs/toolkit';
import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import type { ModelWorld } from './modelWorld';

/**
 * Returns the violations at the end of a run.
 *
 * @param isComplete false if the run was stuck, so that the final state proves nothing
 */
export function checkModel(world: ModelWorld, isComplete: boolean): readonly string[] {
  const { monitor, api, storage, violations, pages, closed } = world;
  const all = [...pages, ...closed];
  return [
    ...monitor.violations,
    ...api.violations,
    ...storage.violations,
    ...violations,
    ...all.flatMap(({ uploadMonitor }) => uploadMonitor.violations),
    ...all.flatMap(({ ports }) => ports.recorded.logs.filter((text) => text.includes(' stopped: '))),
    ...pages.flatMap(({ store }) =>
      findNonSerializableValue(store.getState()) === false ? [] : ["a state can't be serialised"],
    ),
    ...(isComplete ? [...checkDownloads(world), ...checkUploads(world)] : []),
  ];
}

/** Checks that every queued download has ended, and the server prepares no archive without a client. */
function checkDownloads({ monitor, downloads, devTools, pages, closed }: ModelWorld): string[] {
  const remaining = pages.flatMap(({ store }) => store.getState().downloads.items);
  const forgotten = [...monitor.queued].filter(
    (id) => !monitor.ended.has(id) && !remaining.some((item) => item.id === id),
  );
  const saves = [...pages, ...closed].flatMap(({ ports }) => ports.recorded.saves.map(({ url }) => url));
  // A tab that is closed while its sagas are parked has not received the response.
  const wasNotReceived = (ref: string): boolean => devTools !== undefined && !monitor.downloadIds.has(ref);
  const open = [...downloads.jobs].filter(
    ([ref, { state }]) =>
      state === 'open' && !wasNotReceived(ref) && !downloads.lostStarts.has(ref) && !downloads.cancelRequests.has(ref),
  );
  return [
    ...remaining.map((item) => `still in the list: ${JSON.stringify(item)}`),
    ...forgotten.map((id) => `${id} is no longer in the list and has not ended`),
    ...open.map(([ref]) => `the server still prepares ${ref}`),
    ...(saves.length === monitor.saved.size ? [] : [`${saves.length} of ${monitor.saved.size} archives were saved`]),
    ...saves.filter((url, index) => saves.indexOf(url) !== index).map((url) => `${url} is saved twice`),
  ];
}

/** Checks that every file is identical on the server unless it was cancelled or its tab was closed. */
function checkUploads({ uploads, sources, monitor, devTools, pages, closed }: ModelWorld): string[] {
  const remaining = pages.flatMap(({ store }) => selectAllUploads(store.getState()));
  const lost = closed.flatMap(({ store }) => selectAllUploads(store.getState()).map(({ key }) => key));
  const cancelled = [...pages, ...closed].flatMap(({ uploadMonitor }) => [...uploadMonitor.cancelled]);
  // Commands are dropped while DevTools is locked.
  const dropped = devTools ? [...sources.keys()].filter((key) => !monitor.queuedKeys.has(key)) : [];
  const expected = new Set([...lost, ...cancelled, ...dropped]);
  const different = [...sources].filter(([key, source]) => {
    const object = uploads.objects.get(key);
    return !expected.has(key) && (object === undefined || !Buffer.from(object).equals(source));
  });
  const wrong = uploads.completions.filter(
    ({ key, bytes }) => !Buffer.from(bytes).equals(sources.get(key) ?? Buffer.alloc(0)),
  );
  return [
    ...remaining.map((file) => `still in the queue: ${JSON.stringify(file)}`),
    ...different.map(([key]) => `${key} differs on the server`),
    ...wrong.map(({ key }) => `${key} was completed with different bytes`),
  ];
}
