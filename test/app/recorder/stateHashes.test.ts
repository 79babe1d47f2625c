import { hashStates } from '../../../src/app/recorder/recordingFile';
import { tabTurned } from '../../../src/transfers/panel/panelSlice';
import { transferReducer, type TransferState } from '../../../src/transfers/transferReducers';

const START = transferReducer(undefined, { type: 'init' });

test('an action costs hashes of the slices that it changes, and of no others', () => {
  const read = jest.fn(Reflect.ownKeys);
  const session = new Proxy<TransferState['session']>(START.session, { ownKeys: read });
  const actions = [tabTurned({ tab: 'uploads' }), tabTurned({ tab: 'downloads' })];
  const changed = [...hashStates({ ...START, session }, actions)];
  expect(changed.map(Object.keys)).toEqual([['panel.tab'], ['panel.tab']]);
  expect(read).not.toHaveBeenCalled();
});
