import '../../support/devToolsExtension';
import fc from 'fast-check';
import { createDevelopmentTools } from '../../../src/app/devtools/developmentTools';
import { createHideSecrets } from '../../../src/app/devtools/hideSecrets';
import { downloadRequested, downloadStarted } from '../../../src/transfers/downloads/downloadsSlice';
import { createTestStore } from '../../support/createTestStore';
import { openDevTools } from '../../support/devToolsExtension';
import { anIdToken, createFakePorts, signIn } from '../../support/fakePorts';
import { createFakeServer } from '../../support/fakeServer';
import { until } from '../../support/until';

const MARK = 'MARKED';
const hideSecrets = createHideSecrets(createFakePorts());

const places: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  { access_token: MARK },
  { S_K: MARK },
  { headers: { Authorization: MARK } },
  `Bearer ${MARK}`,
  `https://storage.test/key?X-Amz-Signature=${MARK}`,
  `refused: https://storage.test/${MARK}/archive.zip, twice`,
  anIdToken({ sub: 'somebody' }).replace(/\.$/, `.${MARK}`),
);

describe('what DevTools shows', () => {
  it('holds no token, key or presigned address, however deep it stands', () => {
    const { around } = fc.letrec<{ around: unknown }>((tie) => ({
      around: fc.oneof(
        { maxDepth: 4 },
        places,
        fc.record({ id: fc.string(), inner: tie('around') }),
        fc.tuple(fc.jsonValue(), tie('around')),
      ),
    }));
    fc.assert(
      fc.property(around, (value) => {
        expect(JSON.stringify(value)).toContain(MARK);
        expect(JSON.stringify(hideSecrets(value))).not.toContain(MARK);
      }),
    );
  });

  it('is otherwise what it was: keys, sizes, sponsors and reasons can be read', () => {
    const file = {
      key: 'acme/brains/TC042/a b.tif',
      size: 5,
      sponsorId: 'acme',
      userId: 'user-1',
      parts: [{ etag: 'ab' }],
    };
    expect(hideSecrets({ type: 'uploads/filesQueued', payload: { files: [file], note: null, at: undefined } })).toEqual(
      {
        type: 'uploads/filesQueued',
        payload: { files: [file], note: null, at: undefined },
      },
    );
    expect(hideSecrets({ url: 'https://files.test/archive.zip?sig=1' }).url).toMatch(
      /^https:\/\/removed\.invalid\/\w+$/,
    );
  });

  it('is, of a part of the state that has not changed, the same as before', () => {
    const files = [{ id: 'a' }];
    expect(hideSecrets({ files, at: 1 }).files).toBe(hideSecrets({ files, at: 2 }).files);
  });

  it('holds no value of the session, whatever it looks like, also where it was shown before anybody signed in', () => {
    const ports = createFakePorts();
    const hide = createHideSecrets(ports);
    const state = { note: 'plain-refresh-value', list: ['plain-access-value'] };
    expect(hide(state)).toEqual(state);
    ports.localStorage.set('refresh_token', 'plain-refresh-value');
    ports.localStorage.set('access_token', 'plain-access-value');
    expect(JSON.stringify(hide(state))).not.toContain('plain');
  });

  it('of the state and the actions of a session goes through this', async () => {
    const link = `https://files.test/archive.zip?signature=${MARK}`;
    const server = createFakeServer({ 'POST /download': { json: { ref: 'ref-1', url: link } } });
    const ports = createFakePorts({ fetch: server.fetch });
    signIn(ports, { access_token: `access-${MARK}`, refresh_token: `refresh-${MARK}` });
    const tools = createDevelopmentTools(ports);
    const { store, story, rehydrated, stop } = createTestStore({ ports, tools });
    await rehydrated();
    store.dispatch(downloadRequested({ path: 'acme/brains', title: 'brains', downsampled: false }));
    await until('the download has started', () => story().includes(downloadStarted.type) || undefined);
    const { actionsById, stagedActionIds, computedStates } = openDevTools(store).log();
    stop();
    const { actionSanitizer = hideNothing, stateSanitizer = hideNothing } = tools.devTools;
    const actions = stagedActionIds.flatMap((id) => actionsById[id]?.action ?? []);
    expect(JSON.stringify([actions, computedStates])).toContain(MARK);
    const shown = [
      actions.map((action, id) => actionSanitizer(action, id)),
      computedStates.map(({ state }, index) => stateSanitizer(state, index)),
    ];
    expect(JSON.stringify(shown)).toContain(downloadStarted.type);
    expect(JSON.stringify(shown)).not.toContain(MARK);
  });
});

function hideNothing<Value>(value: Value): Value {
  return value;
}
