import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRecorder } from '../../../src/app/recorder/recorder';
import { uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { chosenFile } from '../../support/chosenFile';
import { signIn } from '../../support/fakePorts';
import { renderApp } from '../../support/renderApp';
import { aFile, createFakeStorage } from '../../transfers/uploads/fakeStorage';

jest.mock('../../../src/screens/ProjectListScreen', () => ({
  ProjectListScreen: () => {
    throw new Error('The screen is broken');
  },
}));

it('adds the latest actions of the transfers to an error report', async () => {
  // React logs every error that a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { server, completions, ports: storagePorts } = createFakeStorage();
  server.on('GET /config', { json: {} });
  server.on('GET /project', { json: { projects: [] } });
  const { store, ports, rehydrated, stop } = renderApp('/acme', server, signIn, storagePorts, (given) => [
    createRecorder(given),
  ]);
  await rehydrated();
  const files = [chosenFile(ports, aFile('a.tif', 10))];
  act(() => void store.dispatch(uploadRequested({ keyPrefix: 'brains', files })));
  await waitFor(() => expect(completions).toHaveLength(1));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Copy error report' }));
  await waitFor(() => expect(ports.recorded.copies).toHaveLength(1));
  expect(ports.recorded.copies[0]).toMatch(/^Lately:(\n.+)+uploads\/fileCompleted/m);
  stop();
});
