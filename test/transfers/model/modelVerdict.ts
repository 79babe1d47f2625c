import { findNonSerializableValue } from '@reduxjs/toolkit';
import type { ModelWorld } from './modelWorld';

/**
 * What is wrong at the end of a run.
 * @param isWhole faults are over, and everything that failed was tried again
 */
export function judgeModel(world: ModelWorld, isWhole: boolean): readonly string[] {
  const { witness, api, storage, mistakes, pages, closed } = world;
  const all = [...pages, ...closed];
  return [
    ...witness.violations,
    ...api.books.violations,
    ...storage.violations,
    ...mistakes,
    ...all.flatMap(({ uploadWitness }) => uploadWitness.violations),
    ...all.flatMap(({ ports }) => ports.recorded.logs.filter((text) => text.includes(' stopped: '))),
    ...pages.flatMap(({ made }) =>
      findNonSerializableValue(made.store.getState()) === false ? [] : ['a state can not be serialised'],
    ),
    ...(isWhole ? [...judgeDownloads(world), ...judgeUploads(world)] : []),
  ];
}

/** Every item that was ever in the list has ended, and the server works for nobody. */
function judgeDownloads({ witness, downloads, hasDevTools, pages, closed }: ModelWorld): string[] {
  const left = pages.flatMap(({ made }) => made.store.getState().downloads.items);
  const forgotten = [...witness.queued].filter((id) => !witness.ended.has(id) && !left.some((item) => item.id === id));
  const saves = [...pages, ...closed].flatMap(({ ports }) => ports.recorded.saves.map(({ url }) => url));
  // A tab that is closed while its sagas stand still has not taken the answer that reached it.
  const untaken = (ref: string): boolean => hasDevTools && !witness.references.has(ref);
  const open = [...downloads.jobs].filter(
    ([ref, { state }]) =>
      state === 'open' && !untaken(ref) && !downloads.unheard.has(ref) && !downloads.cancelsAsked.has(ref),
  );
  return [
    ...left.map((item) => `left over: ${JSON.stringify(item)}`),
    ...forgotten.map((id) => `${id} was in the list and is forgotten`),
    ...open.map(([ref]) => `${ref} is still being made, and nobody waits for it`),
    ...(saves.length === witness.saved.size ? [] : [`${saves.length} archives were saved of ${witness.saved.size}`]),
    ...saves.filter((url, index) => saves.indexOf(url) !== index).map((url) => `${url} is saved twice`),
  ];
}

/** Every file that was neither cancelled nor lost with its tab is on the server byte for byte. */
function judgeUploads({ ledger, sources, witness, hasDevTools, pages, closed }: ModelWorld): string[] {
  const left = pages.flatMap(({ made }) => made.store.getState().uploads.files);
  const lost = closed.flatMap(({ made }) => made.store.getState().uploads.files.map(({ key }) => key));
  const cancelled = [...pages, ...closed].flatMap(({ uploadWitness }) => [...uploadWitness.cancelled]);
  // While DevTools is locked, what a person asks for is dropped.
  const dropped = hasDevTools ? [...sources.keys()].filter((key) => !witness.queuedKeys.has(key)) : [];
  const excused = new Set([...lost, ...cancelled, ...dropped]);
  const missing = [...sources].filter(([key, source]) => {
    const held = ledger.objects.get(key);
    return !excused.has(key) && (held === undefined || !Buffer.from(held).equals(source));
  });
  const wrong = ledger.completions.filter(
    ({ key, bytes }) => !Buffer.from(bytes).equals(sources.get(key) ?? Buffer.alloc(0)),
  );
  return [
    ...left.map((file) => `left over: ${JSON.stringify(file)}`),
    ...missing.map(([key]) => `${key} is not on the server as on the disk`),
    ...wrong.map(({ key }) => `${key} was completed with other bytes`),
  ];
}
