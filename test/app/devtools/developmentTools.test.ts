/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import '../../support/devToolsExtension';
import fc from 'fast-check';
import { createDevelopmentTools } from '../../../src/app/devtools/developmentTools';
import { createRedact } from '../../../src/app/recorder/redact';
import { downloadRequested, downloadStarted } from '../../../src/transfers/downloads/downloadsSlice';
import { createTestStore } from '../../support/createTestStore';
import { openDevTools } from '../../support/devToolsExtension';
import { anIdToken, createFakePorts, signIn } from '../../support/fakePorts';
import { createFakeServer } from '../../support/fakeServer';
import { until } from '../../support/until';

const MARK = 'MARKED';
const redact = createRedact(createFakePorts());

const places: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  { access_token: MARK },
  { S_K: MARK },
  { headers: { Authorization: MARK } },
  `Bearer ${MARK}`,
  `https://storage.test/key?X-Amz-Signature=${MARK}`,
  `refused: https://storage.test/${MARK}/archive.zip, twice`,
  anIdToken({ sub: 'somebody' }).replace(/\.$/, `.${MARK}`),
);

describe('what Redux DevTools shows', () => {
  it('contains no token, key or presigned URL at any depth', () => {
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
        expect(JSON.stringify(redact(value))).not.toContain(MARK);
      }),
    );
  });

  it('keeps all other values readable', () => {
    const file = {
      key: 'acme/brains/TC042/a b.tif',
      size: 5,
      sponsorId: 'acme',
      userId: 'user-1',
      parts: [{ etag: 'ab' }],
    };
    expect(redact({ type: 'uploads/filesQueued', payload: { files: [file], note: null, at: undefined } })).toEqual({
      type: 'uploads/filesQueued',
      payload: { files: [file], note: null, at: undefined },
    });
    expect(redact({ url: 'https://files.test/archive.zip?sig=1' })).toEqual({
      url: expect.stringMatching(/^https:\/\/removed\.invalid\/\w+$/) as string,
    });
  });

  it('contains no value of the session, even in objects that were shown before the login', () => {
    const ports = createFakePorts();
    const hide = createRedact(ports);
    const state = { note: 'plain-refresh-value', list: ['plain-access-value'] };
    expect(hide(state)).toEqual(state);
    ports.localStorage.set('refresh_token', 'plain-refresh-value');
    ports.localStorage.set('access_token', 'plain-access-value');
    expect(JSON.stringify(hide(state))).not.toContain('plain');
  });

  it('contains no secrets, neither in actions and states nor in the exported file', async () => {
    const link = `https://files.test/archive.zip?signature=${MARK}`;
    const server = createFakeServer({ 'POST /download': { json: { ref: 'ref-1', url: link } } });
    const ports = createFakePorts({ fetch: server.fetch });
    signIn(ports, { access_token: `access-${MARK}`, refresh_token: `refresh-${MARK}` });
    const { store, story, rehydrated, stop } = createTestStore({ ports, extensions: [createDevelopmentTools(ports)] });
    await rehydrated();
    store.dispatch(downloadRequested({ path: 'acme/brains', title: 'brains', downsampled: false }));
    await until('the download has started', () => story().includes(downloadStarted.type) || undefined);
    const tools = openDevTools(store);
    stop();
    const { actionsById, computedStates } = tools.log();
    expect(JSON.stringify([actionsById, computedStates])).toContain(MARK);
    const shown = JSON.stringify([computedStates.map((_state, index) => tools.sent(index)), tools.exportFile()]);
    expect(shown).toContain(downloadStarted.type);
    expect(shown).not.toContain(MARK);
  });
});
