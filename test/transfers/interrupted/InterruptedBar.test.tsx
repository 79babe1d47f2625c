import { MantineProvider } from '@mantine/core';
import { combineReducers, configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { UPLOAD_PART_BYTES } from '../../../src/domain/constants';
import { PortsContext } from '../../../src/platform/portsContext';
import { loginFound, sessionLost, sessionReducer } from '../../../src/session/sessionSlice';
import { InterruptedBar } from '../../../src/transfers/interrupted/InterruptedBar';
import {
  discardingStarted,
  discardRequested,
  interruptedFound,
  interruptedReducer,
  reopenRequested,
  resumingStarted,
  selectionChecked,
  type SelectionResult,
} from '../../../src/transfers/interrupted/interruptedSlice';
import { filesQueued } from '../../../src/transfers/uploads/uploadsSlice';
import { anOwner, anUploadFile } from '../../support/builders';
import { createFakePorts } from '../../support/fakePorts';

const RESULT: SelectionResult = { resumed: 0, missing: 0, foreign: 0, forbidden: 0, refused: [] };

/** Two files, of whose first the server has one of two parts; one more was done. */
const FOUND = {
  files: [
    anUploadFile({
      id: 'a',
      size: UPLOAD_PART_BYTES + 1024,
      progress: {
        phase: 'waiting',
        session: { uploadId: 'up-1', parts: [{ partNumber: 1, etag: 'etag', md5: 'md5' }] },
      },
    }),
    anUploadFile({ id: 'b', size: 1024 }),
  ],
  isReopenable: false,
  done: 1,
  isElsewhere: false,
};

/** The bar over the real reducers, without the sagas that would do as it wishes. */
function renderBar(found: Partial<typeof FOUND> = {}) {
  const actions: unknown[] = [];
  const ports = createFakePorts();
  const observer: Middleware = () => (next) => (action) => {
    actions.push(action);
    return next(action);
  };
  const store = configureStore({
    reducer: combineReducers({ session: sessionReducer, interrupted: interruptedReducer }),
    middleware: (defaults) => defaults().concat(observer),
  });
  store.dispatch(loginFound(anOwner()));
  store.dispatch(interruptedFound({ ...FOUND, ...found }));
  render(
    <PortsContext value={ports}>
      <Provider store={store}>
        <MantineProvider env="test">
          <InterruptedBar />
        </MantineProvider>
      </Provider>
    </PortsContext>,
  );
  return {
    user: userEvent.setup({ applyAccept: false }),
    ports,
    tell: (action: UnknownAction) => act(() => void store.dispatch(action)),
    lastAction: () => actions.at(-1),
  };
}

const bar = () => screen.queryByRole('region', { name: 'Interrupted upload' });
const button = (name: string) => screen.getByRole('button', { name });

describe('the bar of an interrupted upload', () => {
  it('is not there while there is none', () => {
    renderBar({ files: [], done: 0 });
    expect(bar()).not.toBeInTheDocument();
  });

  it('says how many files are left and how much the server does not have', () => {
    renderBar();
    expect(bar()).toHaveTextContent('An upload was interrupted: 2 of 3 files are left (2.00 KB).');
  });

  it('speaks of one file as one', () => {
    renderBar({ files: FOUND.files.slice(1), done: 0 });
    expect(bar()).toHaveTextContent('An upload was interrupted: 1 of 1 file is left (1.00 KB).');
  });

  it('shows nothing of anybody while nobody is signed in', () => {
    const { tell } = renderBar();
    tell(sessionLost());
    expect(bar()).not.toBeInTheDocument();
  });

  it('shows nothing of the one before to whoever signs in', () => {
    const { tell } = renderBar();
    tell(loginFound(anOwner({ userId: 'user-2' })));
    expect(bar()).not.toBeInTheDocument();
  });

  it('only says so where another tab is uploading', () => {
    renderBar({ files: [], isElsewhere: true });
    expect(bar()).toHaveTextContent('An upload is running in another tab.');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('goes when all of its files are in the queue', () => {
    const { tell } = renderBar();
    tell(filesQueued({ files: FOUND.files }));
    expect(bar()).not.toBeInTheDocument();
  });
});

describe('resume', () => {
  it('asks for the same files again where the browser can not open them, and hands them over', async () => {
    const { user, ports, lastAction } = renderBar();
    expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument();
    await user.click(button('Resume'));
    expect(bar()).toHaveTextContent('Choose the same files or folder again');
    expect(button('Choose folder')).toBeVisible();
    // jsdom's files know nothing of folders.
    const file = Object.assign(new File(['x'], 'a.tif', { lastModified: 5 }), { webkitRelativePath: '' });
    await user.upload(screen.getByLabelText('Files to upload'), file);
    expect(lastAction()).toMatchObject({
      type: 'interrupted/resumeRequested',
      payload: { files: [{ id: 'uuid-1', name: 'a.tif', size: 1, lastModified: 5, webkitRelativePath: '' }] },
    });
    expect(ports.files.get('uuid-1')).toBe(file);
  });

  it('is one click where the browser can open them', async () => {
    const { user, lastAction } = renderBar({ isReopenable: true });
    await user.click(button('Resume'));
    expect(lastAction()).toEqual(reopenRequested());
    expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument();
  });

  it('can not be asked for twice', () => {
    const { tell } = renderBar();
    tell(resumingStarted());
    expect(button('Resume')).toBeDisabled();
    expect(button('Discard')).toBeDisabled();
  });

  it('tells file by file why some can not go on, and asks for them again', () => {
    const { tell } = renderBar();
    const refused = Array.from({ length: 7 }, (_, index) => ({
      id: String(index),
      failure: { kind: 'file-changed' as const, fileName: `${index}.tif` },
    }));
    tell(selectionChecked({ ...RESULT, resumed: 1, missing: 2, foreign: 3, refused }));
    expect(screen.getByRole('status')).toHaveTextContent(
      '1 file goes on. 2 files were not among the chosen ones. 3 other chosen files are not needed. 7 files can’t go on: discard, and upload anew what has changed.',
    );
    const reasons = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(reasons).toHaveLength(6);
    expect(reasons[0]).toHaveTextContent('0.tif has changed on the disk since it was chosen.');
    expect(reasons[5]).toHaveTextContent('2 further files');
    expect(button('Choose files')).toBeVisible();
  });

  it.each([
    [
      { missing: 2, foreign: 9 },
      'None of the chosen files belongs to the interrupted upload: path, size and time must be the same.',
    ],
    [{ forbidden: 2 }, 'The browser was not allowed to open 2 files.'],
  ])('says why nothing goes on: %j', (given, words) => {
    const { tell } = renderBar();
    tell(selectionChecked({ ...RESULT, ...given }));
    expect(screen.getByRole('status')).toHaveTextContent(words);
  });
});

describe('discard', () => {
  it('asks first, and can be left', async () => {
    const { user, lastAction } = renderBar();
    await user.click(button('Discard'));
    const dialog = screen.getByRole('dialog', { name: 'Are you sure?' });
    expect(dialog).toHaveTextContent('they can no longer be resumed');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(lastAction()).toMatchObject({ type: 'interrupted/interruptedFound' });
  });

  it('is wished once it is confirmed', async () => {
    const { user, lastAction, tell } = renderBar();
    await user.click(button('Discard'));
    await user.click(button('Confirm'));
    expect(lastAction()).toEqual(discardRequested());
    tell(discardingStarted());
    expect(button('Resume')).toBeDisabled();
  });
});
