import { MantineProvider } from '@mantine/core';
import { combineReducers, configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import { InterruptedBar } from '../../../src/features/transfers/InterruptedBar';
import { PortsContext } from '../../../src/platform/portsContext';
import { loginFound, sessionLost, sessionReducer } from '../../../src/session/sessionSlice';
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

const RESULT: SelectionResult = { resumed: 0, missing: 0, foreign: 0, forbidden: 0, elsewhere: 0, refused: [] };

/** Two files; one of the two parts of the first one is uploaded. A third file is complete. */
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
  done: { files: 1, bytes: 1048576 },
  isElsewhere: false,
};

/** Renders the bar over the real reducers, without sagas. */
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

it('InterruptedBar is hidden if nothing is interrupted', () => {
  renderBar({ files: [], done: { files: 0, bytes: 0 } });
  expect(bar()).not.toBeInTheDocument();
});

it('InterruptedBar shows how many files and bytes remain', () => {
  renderBar();
  expect(bar()).toHaveTextContent(
    'Upload interrupted: 2 of 3 files remaining (65.00 MB of 65.00 MB already uploaded).',
  );
});

it('InterruptedBar shows how many of the sent bytes have to be sent again', () => {
  renderBar({ files: [anUploadFile({ size: 50 * 1024 * 1024, reached: 20 * 1024 * 1024 })] });
  expect(bar()).toHaveTextContent(
    'Upload interrupted: 1 of 2 files remaining (21.00 MB of 51.00 MB sent, 20.00 MB to be sent again).',
  );
});

it('InterruptedBar uses the singular for a single file', () => {
  renderBar({ files: FOUND.files.slice(1), done: { files: 0, bytes: 0 } });
  expect(bar()).toHaveTextContent('Upload interrupted: 1 file remaining (1.00 KB).');
});

it('InterruptedBar is hidden while the user is signed out', () => {
  const { tell } = renderBar();
  tell(sessionLost());
  expect(bar()).not.toBeInTheDocument();
});

it('InterruptedBar does not show files of the previous user', () => {
  const { tell } = renderBar();
  tell(loginFound(anOwner({ userId: 'user-2' })));
  expect(bar()).not.toBeInTheDocument();
});

it('InterruptedBar has no buttons if another tab is uploading', () => {
  renderBar({ files: [], isElsewhere: true });
  expect(bar()).toHaveTextContent('An upload is running in another tab.');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('InterruptedBar disappears when all files are in the queue', () => {
  const { tell } = renderBar();
  tell(filesQueued({ files: FOUND.files }));
  expect(bar()).not.toBeInTheDocument();
});

describe('the Resume button', () => {
  it('opens the file picker if the browser can’t reopen the files', async () => {
    const { user, ports, lastAction } = renderBar();
    expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument();
    await user.click(button('Resume'));
    expect(bar()).toHaveTextContent('Select the same files or folder again');
    expect(button('Choose folder')).toBeVisible();
    // jsdom does not set `webkitRelativePath`.
    const file = Object.assign(new File(['x'], 'a.tif', { lastModified: 5 }), { webkitRelativePath: '' });
    await user.upload(screen.getByLabelText('Files to upload'), file);
    expect(lastAction()).toMatchObject({
      type: 'interrupted/resumeRequested',
      payload: { files: [{ id: 'uuid-1', name: 'a.tif', size: 1, lastModified: 5, webkitRelativePath: '' }] },
    });
    expect(ports.files.get('uuid-1')).toBe(file);
  });

  it('opens the dialog for the folder that the files came from, and names the folder', async () => {
    const { user } = renderBar({
      files: FOUND.files.map((file) => ({ ...file, webkitRelativePath: `Scan 7/raw/${file.name}` })),
    });
    expect(bar()).toHaveTextContent(/uploaded\)\. Folder: Scan 7\./);
    const opened = jest.spyOn(HTMLInputElement.prototype, 'click');
    await user.click(button('Resume'));
    expect(opened.mock.contexts).toEqual([screen.getByLabelText('Folder to upload')]);
    expect(bar()).toHaveTextContent('Select the same folder, Scan 7, again. Only missing parts are uploaded.');
  });

  it('lets the user choose between files and a folder if the files came from several places', async () => {
    const [first, ...others] = FOUND.files;
    const { user } = renderBar({ files: [{ ...first!, webkitRelativePath: 'Scan 7/a.tif' }, ...others] });
    expect(bar()).not.toHaveTextContent('Folder:');
    const opened = jest.spyOn(HTMLInputElement.prototype, 'click');
    await user.click(button('Resume'));
    expect(opened).not.toHaveBeenCalled();
    expect(bar()).toHaveTextContent('Select the same files or folder again.');
  });

  it('reopens the files with one click if the browser can', async () => {
    const { user, lastAction } = renderBar({ isReopenable: true });
    await user.click(button('Resume'));
    expect(lastAction()).toEqual(reopenRequested());
    expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument();
  });

  it('is disabled while files are being resumed', () => {
    const { tell } = renderBar();
    tell(resumingStarted());
    expect(button('Resume')).toBeDisabled();
    expect(button('Discard')).toBeDisabled();
  });

  it('lists the reasons for refused files and lets the user select again', () => {
    const { tell } = renderBar();
    const refused = Array.from({ length: 7 }, (_, index) => ({
      id: String(index),
      failure: { kind: 'file-changed' as const, fileName: `${index}.tif` },
    }));
    tell(selectionChecked({ ...RESULT, resumed: 1, missing: 2, foreign: 3, refused }));
    expect(screen.getByRole('status')).toHaveTextContent(
      '1 file resumed. 2 files not selected. 3 selected files are not part of the upload. 7 files can’t be resumed. Discard the upload, then upload changed files again.',
    );
    const reasons = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(reasons).toHaveLength(6);
    expect(reasons[0]).toHaveTextContent('0.tif has changed since it was chosen.');
    expect(reasons[5]).toHaveTextContent('2 more files');
    expect(button('Choose files')).toBeVisible();
  });

  it.each([
    [
      { missing: 2, foreign: 9 },
      'None of the selected files belongs to the interrupted upload. Path, size and modification time must match.',
    ],
    [{ forbidden: 2 }, 'The browser was not allowed to open 2 files.'],
  ])('explains why no file is resumed: %j', (given, words) => {
    const { tell } = renderBar();
    tell(selectionChecked({ ...RESULT, ...given }));
    expect(screen.getByRole('status')).toHaveTextContent(words);
  });
});

it('the Discard button asks for confirmation, which can be cancelled', async () => {
  const { user, lastAction } = renderBar();
  await user.click(button('Discard'));
  const dialog = screen.getByRole('dialog', { name: 'Are you sure?' });
  expect(dialog).toHaveTextContent('they can no longer be resumed');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(lastAction()).toMatchObject({ type: 'interrupted/interruptedFound' });
});

it('the Discard button dispatches the command after confirmation', async () => {
  const { user, lastAction, tell } = renderBar();
  await user.click(button('Discard'));
  await user.click(button('Confirm'));
  expect(lastAction()).toEqual(discardRequested({ ids: FOUND.files.map(({ id }) => id) }));
  tell(discardingStarted());
  expect(button('Resume')).toBeDisabled();
});

it('the Discard button does not apply to files that were interrupted while the dialog was open', async () => {
  const { user, lastAction, tell } = renderBar();
  await user.click(button('Discard'));
  tell(interruptedFound({ ...FOUND, files: [...FOUND.files, anUploadFile({ id: 'later' })] }));
  await user.click(button('Confirm'));
  expect(lastAction()).toEqual(discardRequested({ ids: FOUND.files.map(({ id }) => id) }));
});
