import type { Ports } from '../../platform/ports';
import { transferReducers } from '../transferReducers';
import { createQuestionNames } from './questions';
import { createRecordActions } from './recordActions';
import { createNotedPorts, createRecordedPorts } from './recordedPorts';
import { createRecordEffects } from './recordEffects';
import { recordingFileName, recordingText } from './recordingText';
import { createTransferLog } from './transferLog';

const SAVED =
  'Transfer recording saved. It contains names of people, folders and files, but no tokens, links or file contents.';

export type TransferRecorder = ReturnType<typeof createRecorder>;

/** Keeps the latest of what the transfers did and were told, outside the store. */
export function createRecorder(outside: Ports) {
  const log = createTransferLog(outside);
  /** For all of the app. */
  const ports = createNotedPorts(outside, log);
  /** For the transfers' sagas alone. */
  const recordedPorts = createRecordedPorts(ports, log);
  /** Has the browser save the recording. `state`: the store's, as it is now. */
  const save = (state: object): void => {
    const savedAt = outside.clock.now();
    const text = recordingText(log.content(transferPartOf(state)), savedAt);
    outside.saveText(text, recordingFileName(savedAt), 'application/json');
    outside.toast(SAVED, 'info');
  };
  return {
    ports,
    recordedPorts,
    middleware: createRecordActions(log, save),
    effectMiddleware: createRecordEffects(log, createQuestionNames(recordedPorts)),
    /** The transfers' sagas start now. */
    noteStart: () => log.started(),
    recentActions: log.recentActions,
    save,
  };
}

/** Without the rest of the store, and without the notes of what stores the list of downloads. */
function transferPartOf(state: object): object {
  const parts = Object.entries(state).filter(([name]) => name in transferReducers);
  return Object.fromEntries(parts.map(([name, part]: [string, object]) => [name, withoutPersistence(part)]));
}

function withoutPersistence(part: object): object {
  return Object.fromEntries(Object.entries(part).filter(([name]) => name !== '_persist'));
}
