import { createTransferLog } from '../../../src/app/recorder/transferLog';
import { createFakePorts } from '../../support/fakePorts';

describe('the log of the recorder', () => {
  it('marks the same URL alike and different URLs differently', () => {
    const log = createTransferLog(createFakePorts());
    const markOf = (url: string): unknown => {
      log.action({ type: 'downloads/downloadReady', payload: { url } }, 'sagas');
      return log.content({}).entries.at(-1);
    };
    expect(markOf('https://files.test/a?1')).toEqual(markOf('https://files.test/a?1'));
    expect(markOf('https://files.test/a?1')).not.toEqual(markOf('https://files.test/a?2'));
  });

  it('searches known lists again when the session has a new secret', () => {
    const ports = createFakePorts();
    const log = createTransferLog(ports);
    const action = { type: 'fetches/fetchQueued', payload: { files: [{ key: 'a name that becomes a secret' }] } };
    log.action(action, 'sagas');
    ports.localStorage.set('access_token', 'a name that becomes a secret');
    log.action(action, 'sagas');
    expect(JSON.stringify(log.content({}).entries.at(-1))).not.toContain('becomes a secret');
  });
});
