import fs from 'node:fs';
import path from 'node:path';
import { projectsApi } from '../../../src/api/projects';
import { parseRecording, type Recording } from '../../../src/app/devtools/replay/parseRecording';
import { stepAt } from '../../../src/app/devtools/replay/recordedSteps';
import { createReplayStore, createStates } from '../../../src/app/devtools/replay/replayStore';
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

describe('the view of a recording', () => {
  const recording = readRecording('upload-cancelled');
  const states = [recording.before, ...replayReducers(recording).map(({ after }) => after)];

  it('shows the state after each number of actions', () => {
    const { view, jumpTo, step } = createReplayStore(recording, aDeployment());
    for (const [index, state] of states.entries()) {
      jumpTo(index);
      expect(step()).toBe(index);
      expect(view.getState()).toMatchObject({ ...state });
    }
    const shown = states.flatMap((state) => selectAllUploads(state).map(({ progress }) => progress.phase));
    expect(shown).toContain('uploading');
  });

  it.each([1, 4, 17, 1_000])('computes the same states if every one of %i is kept', (keptSteps) => {
    const stateAt = createStates(recording, keptSteps);
    expect([...states.keys()].map(stateAt)).toEqual(states);
  });

  it('stays within its first and its last step', () => {
    const { jumpTo, step } = createReplayStore(recording, aDeployment());
    jumpTo(-1);
    expect(step()).toBe(0);
    jumpTo(10_000);
    expect(step()).toBe(recording.actions.length);
  });

  it('tells its subscribers about each step, and ignores commands', () => {
    const { view, jumpTo, step } = createReplayStore(recording, aDeployment());
    const onChange = jest.fn();
    view.subscribe(onChange);
    jumpTo(1);
    expect(onChange).toHaveBeenCalled();
    const before = view.getState();
    view.dispatch(cancelRequested());
    expect(view.getState()).toBe(before);
    expect(step()).toBe(1);
  });

  it('says that lists are not in a recording', async () => {
    const { view } = createReplayStore(recording, aDeployment());
    const { error } = await view.dispatch(projectsApi.endpoints.listProjects.initiate());
    expect(error).toMatchObject({ kind: 'not-found', message: expect.stringContaining('no lists') as unknown });
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

  it('without a later result, the clock of the app stands at the time of the action', () => {
    const first = recording.log.find(({ kind }) => kind === 'action');
    expect(stepAt(recording, 1).at).toBe(first?.at);
  });
});
