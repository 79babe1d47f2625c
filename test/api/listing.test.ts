import type { Action, ThunkAction } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { listedEntries, NOTHING_LISTED, withPage, type FileListing } from '@data-manager/domain/listing/fileListing';
import { api } from '../../src/api/api';
import '../../src/api/files';
import { createApiStore, createFakeExtra } from '../support/createApiStore';
import { createFakeServer, inSequence, type FakeAnswer, type FakeHandler } from '../support/fakeServer';
import { until } from '../support/until';

type Started = ThunkAction<Promise<{ readonly data?: unknown; readonly error?: unknown }>, unknown, unknown, Action>;

/** The type of the API does not contain injected endpoints. */
const { listFiles, listRemainingFiles } = api.endpoints as unknown as Record<
  'listFiles' | 'listRemainingFiles',
  {
    readonly initiate: (path: string, options?: object) => Started;
    readonly select: (path: string) => (state: unknown) => { readonly data?: FileListing; readonly status: string };
  }
>;

const PATH = 'acme/x y';
const entry = (name: string) => ({ key: `${PATH}/${name}`, size: 1 });
const page = (name: string, cursor?: string): FakeAnswer => ({
  json: { files: [entry(name)], ...(cursor !== undefined && { cursor }) },
});
/** A complete listing whose pages have one entry each. */
const whole = (...names: readonly string[]) =>
  withPage(
    NOTHING_LISTED,
    names.map((name) => [entry(name)]),
    undefined,
  );
const broken: FakeAnswer = { status: 400, json: { msg: 'No' } };

function listing(answer: FakeHandler) {
  const atCalls: FileListing[] = [];
  const server = createFakeServer({
    'GET /manage/files': (call) => {
      atCalls.push(standing() ?? NOTHING_LISTED);
      return answer(call);
    },
  });
  const store = createApiStore(createFakeExtra(server));
  const standing = () => listFiles.select(PATH)(store.getState()).data;
  return {
    server,
    store,
    standing,
    /** Records the listing at each request of a page, and at the end. */
    seen: () => [...atCalls, standing() ?? NOTHING_LISTED].map(names),
    atCalls,
    list: () => store.dispatch(listFiles.initiate(PATH)),
    goOn: () => store.dispatch(listRemainingFiles.initiate(PATH)),
    askAgain: () => store.dispatch(listFiles.initiate(PATH, { forceRefetch: true })),
    cursors: () => server.calls.map(({ query }) => query.get('cursor')),
  };
}

function names(listed: FileListing): string {
  return listedEntries(listed)
    .map(({ key }) => key.slice(PATH.length + 1))
    .join(' ');
}

describe('a listing of files', () => {
  it('requests pages while the response has a cursor, and shows each page as it arrives', async () => {
    const { list, seen, server, standing } = listing(inSequence(page('a', 'c1'), page('b', 'c2'), page('c')));
    await list();
    expect(seen()).toEqual(['', 'a', 'a b', 'a b c']);
    expect(server.calls.map(({ query }) => query.toString())).toEqual([
      'path=acme%2Fx+y',
      'path=acme%2Fx+y&cursor=c1',
      'path=acme%2Fx+y&cursor=c2',
    ]);
    expect(standing()).toMatchObject({ count: 3 });
    expect(standing()).not.toHaveProperty('cursor');
  });

  it('shows a long list at growing intervals', async () => {
    const pages = Array.from({ length: 100 }, (_, index) => page(`f${index}`, index < 99 ? `c${index}` : undefined));
    const { list, standing, atCalls } = listing(inSequence(...pages));
    await list();
    const counts = [...new Set(atCalls)].map(({ count }) => count);
    expect(counts.slice(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 7, 9, 12]);
    expect(counts.length).toBeLessThan(25);
    expect(standing()).toMatchObject({ count: 100 });
  });

  it('does not copy earlier pages when the next one arrives', async () => {
    const { list, atCalls, standing } = listing(inSequence(page('a', 'c1'), page('b', 'c2'), page('c')));
    await list();
    expect(atCalls[2]?.pieces[0]).toBe(atCalls[1]?.pieces[0]);
    expect(standing()?.pieces[0]).toBe(atCalls[1]?.pieces[0]);
  });

  it('accepts a plain list, null for absent members, and unknown members', async () => {
    const files = [{ key: 'acme/a', size: 1, lastModified: null, owner: 'x' }];
    const { list, standing } = listing(() => ({ json: files }));
    await list();
    expect(standing()?.pieces).toEqual([[{ key: 'acme/a', size: 1 }]]);
  });

  it('treats an entry with a rare member like one without', async () => {
    const value = fc.constantFrom<unknown>(null, 'x', '', 0, 7, -1, true, [], {});
    const member = fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.constant('absent') });
    const file = fc
      .record({ key: member, size: member, lastModified: member, etag: member, partSize: member })
      .map((members) => Object.fromEntries(Object.entries(members).filter(([, one]) => one !== 'absent')));
    await fc.assert(
      fc.asyncProperty(file, async (plain) => {
        const results = [plain, { ...plain, unreadable: null }].map(async (one) => {
          const { list, standing } = listing(() => ({ json: { files: [one] } }));
          const { error } = await list();
          return { error, pieces: standing()?.pieces };
        });
        const [first, second] = await Promise.all(results);
        expect(first).toEqual(second);
      }),
    );
  });

  it.each<[string, object, string]>([
    ['an entry without a size', { files: [entry('a'), { key: 'b' }] }, 'files.1.size'],
    ['an entry that is none', { files: [1] }, 'files.0'],
    ['no list', { files: 'x' }, 'files'],
  ])('names the member that is missing: %s', async (_, json, field) => {
    const { list } = listing(() => ({ json }));
    expect((await list()).error).toEqual({ kind: 'bad-answer', endpoint: 'GET /manage/files', field });
  });

  it('stops with an error if a cursor repeats', async () => {
    const { list, server } = listing(() => ({ json: { files: [], cursor: 'same' } }));
    expect((await list()).error).toEqual({ kind: 'bad-answer', endpoint: 'GET /manage/files', field: 'cursor' });
    expect(server.calls).toHaveLength(2);
  });

  it('keeps the pages before a failed page, reports the reason, and resumes from there', async () => {
    const { list, goOn, standing, cursors } = listing(
      inSequence(page('a', 'c1'), broken, broken, page('b', 'c2'), page('c')),
    );
    const failure = { kind: 'refused', status: 400, message: 'No' };
    expect((await list()).error).toEqual(failure);
    expect(standing()).toMatchObject({ count: 1, cursor: 'c1', failure });
    expect((await goOn()).error).toEqual(failure);
    expect(standing()).toMatchObject({ count: 1, cursor: 'c1', failure });
    await goOn();
    expect(standing()).toEqual(whole('a', 'b', 'c'));
    expect(cursors()).toEqual([null, 'c1', 'c1', 'c1', 'c2']);
  });

  it('clears the error while it resumes', async () => {
    const { list, goOn, standing } = listing(inSequence(page('a', 'c1'), broken, 'hanging'));
    await list();
    void goOn();
    expect(standing()).toMatchObject({ count: 1, cursor: 'c1' });
    expect(standing()).not.toHaveProperty('failure');
  });

  it('keeps the complete list during a refetch until the new list is complete', async () => {
    const { list, askAgain, seen } = listing(
      inSequence(page('a', 'c1'), page('b'), page('new a', 'c1'), page('new b', 'c2'), page('new c')),
    );
    await list();
    await askAgain();
    expect(seen()).toEqual(['', 'a', 'a b', 'a b', 'a b', 'new a new b new c']);
  });

  it('stays unchanged if a refetch fails', async () => {
    const { list, askAgain, standing } = listing(inSequence(page('a', 'c1'), page('b'), page('new a', 'c1'), broken));
    await list();
    expect((await askAgain()).error).toMatchObject({ kind: 'refused' });
    expect(standing()).toEqual(whole('a', 'b'));
  });

  it('is refetched from the first page after a change, even if it had stopped halfway', async () => {
    const { list, store, standing, cursors } = listing(inSequence(page('a', 'c1'), broken, page('0', 'c0'), page('a')));
    await list();
    store.dispatch(api.util.invalidateTags(['Files']));
    await until('the listing is refetched', () => (standing()?.count === 2 ? true : undefined));
    expect(cursors()).toEqual([null, 'c1', null, 'c0']);
    expect(standing()).toEqual(whole('0', 'a'));
  });

  it('is refetched after its last page if something changed while it loaded', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const answers = inSequence(page('a', 'c1'), page('b'), page('new'));
    const { list, store, standing } = listing(async (call) => {
      if (call.query.has('cursor')) await held;
      return answers(call);
    });
    const listed = list();
    await until('the first page is there', () => standing());
    store.dispatch(api.util.invalidateTags(['Files']));
    release();
    await listed;
    await until('the listing is refetched', () => (standing()?.count === 1 ? true : undefined));
    expect(standing()?.pieces).toEqual([[entry('new')]]);
  });

  it('lets the page draw between the pieces of a long page', async () => {
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 20));
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const files = Array.from({ length: 25_000 }, (_, index) => entry(`S${index}`));
    const { list } = listing(() => ({ json: { files } }));
    await list();
    const pauses = timers.mock.calls.filter(([, ms]) => ms === 0).length;
    clock.mockRestore();
    timers.mockRestore();
    expect(pauses).toBeGreaterThanOrEqual(24);
  });

  it('parses a listing of any page size in pieces, and freezes it so that the store does not do it in one go', async () => {
    const files = Array.from({ length: 25_000 }, (_, index) => entry(`S${index}`));
    const { list, standing } = listing(() => ({ json: { files } }));
    await list();
    const { pieces, files: rows } = standing() ?? NOTHING_LISTED;
    expect(pieces.length).toBeGreaterThan(10);
    expect(pieces.flat()).toEqual(files);
    expect(pieces.every((piece) => Object.isFrozen(piece) && piece.every((one) => Object.isFrozen(one)))).toBe(true);
    expect(rows.flat()).toHaveLength(25_000);
    expect(rows.every((piece) => Object.isFrozen(piece))).toBe(true);
  });
});
