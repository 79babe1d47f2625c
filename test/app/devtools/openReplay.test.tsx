import fs from 'node:fs';
import path from 'node:path';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openReplay } from '../../../src/app/devtools/replay/openReplay';
import type * as Pauses from '../../../src/platform/pauses';
import { createPauses } from '../../../src/platform/pauses';
import { replayText } from '../../replay/replayText';
import { createGate } from '../../support/gate';

jest.mock('../../../src/platform/pauses', (): object => {
  const pauses = jest.requireActual<typeof Pauses>('../../../src/platform/pauses');
  return { ...pauses, createPauses: jest.fn(pauses.createPauses) };
});

const TEXT = fs.readFileSync(path.join(__dirname, '../../recordings/upload-cancelled.json'), 'utf8');

/** Returns a recording with another state before its first action. */
function withState(change: (state: Record<string, object>) => object): string {
  const file = JSON.parse(TEXT) as { preloadedState: string };
  const state = change(JSON.parse(file.preloadedState) as Record<string, object>);
  return JSON.stringify({ ...file, preloadedState: JSON.stringify(state) });
}

async function open(text: string, step?: number): Promise<void> {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  await act(async () => openReplay(container, text, step));
}

describe('the page of a recording', () => {
  it.each([
    ['truncated', TEXT.slice(0, 900)],
    ['damaged in its state', withState((state) => ({ ...state, uploads: {} }))],
  ])('says what the command line says if the recording is %s', async (_what, text) => {
    await open(text);
    const { lines } = await replayText(text);
    expect(screen.getByRole('alert')).toHaveTextContent(lines.at(-1) ?? '');
  });

  it('says that the recording is damaged if the app can’t render its state', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await open(
      withState((state) => ({ ...state, session: { status: 'loggedIn' } })),
      0,
    );
    expect(screen.getByRole('alert')).toHaveTextContent(/^This file can’t be replayed\. It is damaged: /);
  });

  it('tells the story of the recording beside the app, and finds its failures', async () => {
    await open(TEXT);
    const story = within(screen.getByRole('region', { name: 'Story' }));
    const events = within(story.getByRole('list', { name: 'Events' }));
    expect(
      events.getByRole('button', { name: /upload: upload requested, TC042_S000001_L01_ch01\.tif$/ }),
    ).toBeInTheDocument();
    expect(events.queryByRole('button', { name: /progress sampled/ })).not.toBeInTheDocument();
    await userEvent.selectOptions(story.getByRole('combobox', { name: 'Kind' }), 'Everything');
    await userEvent.click(events.getAllByRole('button', { name: /file(s)? queued/ })[0]!);
    expect(screen.getByRole('region', { name: 'Recording' })).toHaveTextContent(
      /Step \d+ of 17, .*: upload: files queued/,
    );
    expect(events.getAllByRole('button', { current: 'step' })).toHaveLength(1);
    expect(events.getByText(/"type": "uploads\/filesQueued"/)).toBeInTheDocument();
    const started = events.getByRole('button', { name: /upload TC042_S000001_L01_ch01\.tif: upload started$/ });
    await userEvent.click(started);
    expect(started).toHaveAttribute('aria-current', 'step');
    const time = within(started).getByRole('time');
    expect(time).toHaveTextContent(/^\d\d:\d\d:\d\d\.\d{3}$/);
    expect(screen.getByRole('region', { name: 'Recording' })).toHaveTextContent(`, ${time.textContent}: upload TC042_`);
    await userEvent.click(story.getByRole('button', { name: 'Next failure' }));
    expect(story.getByRole('status')).toHaveTextContent('There is no failure.');
  });

  it.each([
    ['goes to the difference', false, /Step 6 of 17/],
    ['stays at a step that was visited meanwhile', true, /Step 3 of 17/],
  ])('says that it searches for differences, and %s', async (_what, isLeft, shown) => {
    const gate = createGate();
    jest.mocked(createPauses).mockReturnValueOnce(gate.pass);
    const file = JSON.parse(TEXT) as { readonly recording: { readonly log: readonly { changed?: object }[] } };
    file.recording.log.filter(({ changed }) => changed !== undefined)[5]!.changed = { 'uploads.files': 'ffffffff' };
    await open(JSON.stringify(file), 2);
    const story = within(screen.getByRole('region', { name: 'Story' }));
    await userEvent.click(story.getByRole('button', { name: 'Next difference' }));
    expect(story.getByRole('status')).toHaveTextContent('Searching…');
    if (isLeft) await userEvent.click(screen.getByRole('button', { name: 'Step forward' }));
    await act(async () => gate.open());
    await waitFor(() => expect(story.getByRole('status')).toBeEmptyDOMElement());
    expect(screen.getByRole('region', { name: 'Recording' })).toHaveTextContent(shown);
    await userEvent.selectOptions(story.getByRole('combobox', { name: 'Kind' }), 'Differences');
    expect(within(story.getByRole('list', { name: 'Events' })).getAllByRole('listitem')).toHaveLength(1);
  });

  it('shows the rows of a file that is chosen among the lanes', async () => {
    await open(TEXT);
    const story = within(screen.getByRole('region', { name: 'Story' }));
    await userEvent.selectOptions(story.getByRole('combobox', { name: 'Kind' }), 'Everything');
    await userEvent.click(story.getByRole('tab', { name: /^Files and transfers/ }));
    await userEvent.click(story.getByRole('button', { name: 'TC042_S000001_L01_ch01.tif' }));
    expect(story.getByRole('searchbox', { name: 'Filter' })).toHaveValue('TC042_S000001_L01_ch01.tif');
    for (const row of within(story.getByRole('list', { name: 'Events' })).getAllByRole('button'))
      expect(row).toHaveTextContent('TC042_S000001_L01_ch01.tif');
  });

  it('says that a recording has no lists, and offers no other try', async () => {
    await open(TEXT);
    expect(screen.getByText('A recording has no lists of projects, datasets and files.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });
});
