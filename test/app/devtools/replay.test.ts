import fs from 'node:fs';
import path from 'node:path';
import { instrument, type InstrumentExt } from '@redux-devtools/instrument';
import type { StoreEnhancer, UnknownAction } from '@reduxjs/toolkit';
import { projectsApi } from '../../../src/api/projects';
import { createInertPorts } from '../../../src/app/devtools/replay/inertPorts';
import { parseRecording, type Recording } from '../../../src/app/devtools/replay/parseRecording';
import { stepAt } from '../../../src/app/devtools/replay/recordedSteps';
import { createRecordedStore, createViewStore } from '../../../src/app/devtools/replay/replayStore';
import type { TransferState } from '../../../src/transfers/transferReducers';
import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import { cancelRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { replayReducers } from '../../replay/replayReducers';
import { aDeployment } from '../../support/builders';

function readRecording(name: string): Recording {
  const text = fs.readFileSync(path.join(__dirname, '../../recordings', `${name}.json`), 'utf8');
  const parsed = parseRecording(text);
  if (!parsed.ok) throw new Error(parsed.failure);
  return parsed.value;
}

function openReplay(recording: Recording, chunkActions?: number) {
  const enhancer = instrument() as StoreEnhancer<InstrumentExt<TransferState, UnknownAction, unknown>>;
  const recorded = createRecordedStore(recording, enhancer, chunkActions);
  const ports = createInertPorts(() => stepAt(recording, recorded.step()).at);
  return { recorded, ports, view: createViewStore(recorded, { ports, config: aDeployment() }) };
}

describe('the view of a recording', () => {
  const recording = readRecording('upload-cancelled');

  it('shows the state after each number of actions', () => {
    const { recorded, view } = openReplay(recording);
    const shown = Array.from({ length: recording.actions.length + 1 }, (_, step) => {
      recorded.jumpTo(step);
      return selectAllUploads(view.getState()).map(({ progress }) => progress.phase);
    });
    const states = [recording.before, ...replayReducers(recording).map(({ after }) => after)];
    expect(shown).toEqual(states.map((state) => selectAllUploads(state).map(({ progress }) => progress.phase)));
    expect(shown.flat()).toContain('uploading');
  });

  it('shows the same steps if the monitors have a few actions at a time', () => {
    const { recorded, view } = openReplay(recording, 4);
    const last = recording.actions.length;
    const states = [recording.before, ...replayReducers(recording).map(({ after }) => after)];
    // Forwards, backwards, and across several chunks.
    const steps = [...states.keys(), ...[...states.keys()].reverse(), last, 0, 9];
    for (const step of steps) {
      recorded.jumpTo(step);
      const [first, end] = recorded.shownSteps();
      expect(recorded.step()).toBe(step);
      expect(view.getState().uploads).toEqual(states[step]?.uploads);
      expect([first <= step && step <= end, end - first <= 4]).toEqual([true, true]);
      expect(recorded.liftedStore.getState().stagedActionIds).toHaveLength(end - first + 1);
    }
  });

  it('stays within its first and its last step', () => {
    const { recorded } = openReplay(recording);
    recorded.jumpTo(-1);
    expect(recorded.step()).toBe(0);
    recorded.jumpTo(10_000);
    expect(recorded.step()).toBe(recording.actions.length);
  });

  it('tells its subscribers about each step, and ignores commands', () => {
    const { recorded, view } = openReplay(recording);
    const onChange = jest.fn();
    view.subscribe(onChange);
    recorded.jumpTo(1);
    expect(onChange).toHaveBeenCalledTimes(1);
    view.dispatch(cancelRequested());
    expect([onChange.mock.calls.length, recorded.step()]).toEqual([1, 1]);
  });

  it('says that lists are not in a recording, and keeps their queries out of its steps', async () => {
    const { recorded, view } = openReplay(recording);
    const { error } = await view.dispatch(projectsApi.endpoints.listProjects.initiate());
    expect(error).toMatchObject({ kind: 'not-found', message: expect.stringContaining('no lists') as unknown });
    expect(recorded.liftedStore.getState().stagedActionIds).toHaveLength(recording.actions.length + 1);
  });
});

describe('a step of a recording', () => {
  const recording = readRecording('upload-cancelled');

  it('shows the toasts that were on the screen at that time', () => {
    expect(stepAt(recording, 1).toasts).toEqual([]);
    expect(stepAt(recording, recording.actions.length).toasts).toEqual([
      { text: 'Upload was aborted.', severity: 'error' },
    ]);
  });

  it('names the time and the type of its action', () => {
    const first = recording.log.find(({ kind }) => kind === 'action');
    expect(stepAt(recording, 1)).toMatchObject({ type: 'session/loginFound', at: first?.at });
    expect(stepAt(recording, 0).type).toBeUndefined();
  });
});
