import type { Ports } from '../../platform/ports';
import { createQuestionNames } from './questions';
import { createRecordActions } from './recordActions';
import { createNotedPorts, createRecordedPorts } from './recordedPorts';
import { createRecordEffects } from './recordEffects';
import { recorderWords } from './recorderWords';
import { recordingFileName, recordingText } from './recordingText';
import { createTransferLog } from './transferLog';
import { transferReducers } from './transferReducer';

export type TransferRecorder = ReturnType<typeof createRecorder>;

/** Keeps the latest of what the transfers did and were told, outside the store. */
export function createRecorder(outside: Ports) {
  const log = createTransferLog(outside);
  /** For all of the app. */
  const ports = createNotedPorts(outside, log);
  /** For the transfers' sagas alone. */
  const recordedPorts = createRecordedPorts(ports, log);
  return {
    ports,
    recordedPorts,
    middleware: createRecordActions(log),
    effectMiddleware: createRecordEffects(log, createQuestionNames(recordedPorts)),
    /** The transfers' sagas start now. */
    noteStart: () => log.started(),
    recentFacts: log.recentFacts,
    /** Has the browser save the recording. `state`: the store's, as it is now. */
    save: (state: object) => {
      const savedAt = outside.clock.now();
      const text = recordingText(log.content(transferPartOf(state)), savedAt);
      outside.saveText(text, recordingFileName(savedAt), 'application/json');
      outside.toast(recorderWords.saved, 'info');
    },
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
