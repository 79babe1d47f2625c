import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EditMetadataButton, MetadataPanel } from '../../../src/features/metadata/MetadataPanel';
import { aDataset, aProject } from '../../support/builders';
import { renderRoute } from '../../support/renderRoute';

let tries = 0;
jest.mock('../../../src/features/metadata/MetadataForm', () => {
  tries += 1;
  if (tries === 1) throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
  return { MetadataForm: () => <p>The form</p> };
});

it('shows an error in place of a metadata form whose chunk failed to load, and loads it on "Try again"', async () => {
  // React reports errors that a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const panel = (
    <>
      <EditMetadataButton onOpen={() => undefined} />
      <MetadataPanel project={aProject()} title="TC042" dataset={aDataset()} />
    </>
  );
  const page = renderRoute(panel, { at: '/acme/brains/TC042' });
  await userEvent.click(screen.getByRole('button', { name: 'Edit metadata' }));
  expect(await screen.findByText('The form could not be loaded')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Metadata' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The form')).toBeVisible();
  expect(page.router.state.location.search).toBe('?edit=metadata');
});
