import '../support/devToolsExtension';
import { act, fireEvent, screen } from '@testing-library/react';
import { api } from '../../src/api/api';
import { MetadataPanel } from '../../src/features/metadata/MetadataPanel';
import { DatasetGate } from '../../src/screens/gates';
import { aDataset, aProject } from '../support/builders';
import { openDevTools } from '../support/devToolsExtension';
import { renderRoute } from '../support/renderRoute';

const DRAFT_KEY = 'draft/acme/user-1/metadata/project-1/TC042';
const record = aDataset();

/** Opens a form, changes the description and then loads a device that someone else has saved. */
async function openChangedForm() {
  const page = renderRoute(
    <DatasetGate>
      {({ project, title, dataset }) => <MetadataPanel project={project} title={title} dataset={dataset} />}
    </DatasetGate>,
    {
      at: '/acme/brains/TC042?edit=metadata',
      isDevelopment: true,
      server: {
        'GET /config': { json: {} },
        'GET /project': { json: { projects: [aProject()] } },
        'GET /dataset/project-1': { json: { datasets: [record] } },
      },
    },
  );
  await screen.findByRole('form', { name: 'Metadata form' });
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Rat brain' } });
  page.server.on('GET /dataset/project-1', { json: { datasets: [{ ...record, device: 'TC2000' }] } });
  act(() => void page.store.dispatch(api.util.invalidateTags(['Datasets'])));
  expect(await screen.findByDisplayValue('TC2000')).toBeVisible();
  return { ...page, tools: openDevTools(page.store), kept: page.ports.sessionStorage.get(DRAFT_KEY) };
}

describe('a changed metadata form while DevTools shows an earlier state', () => {
  it('keeps its values and its draft', async () => {
    const { tools, ports, kept } = await openChangedForm();
    act(() => tools.jumpTo('api/executeQuery/pending'));
    expect(screen.getByLabelText('Device')).toHaveValue('TC2000');
    expect(screen.getByLabelText('Description')).toHaveValue('Rat brain');
    expect(ports.sessionStorage.get(DRAFT_KEY)).toBe(kept);
    act(() => tools.jumpToEnd());
    expect(screen.getByLabelText('Device')).toHaveValue('TC2000');
    expect(screen.getByLabelText('Description')).toHaveValue('Rat brain');
    expect(ports.sessionStorage.get(DRAFT_KEY)).toBe(kept);
  });

  it('restores the changes after a jump to a state before it was opened', async () => {
    const { tools, ports, kept } = await openChangedForm();
    act(() => tools.jumpToStart());
    expect(screen.queryByRole('form', { name: 'Metadata form' })).toBeNull();
    act(() => tools.jumpTo('api/executeQuery/pending'));
    await screen.findByRole('form', { name: 'Metadata form' });
    expect(ports.sessionStorage.get(DRAFT_KEY)).toBe(kept);
    act(() => tools.jumpToEnd());
    expect(screen.getByLabelText('Device')).toHaveValue('TC2000');
    expect(screen.getByLabelText('Description')).toHaveValue('Rat brain');
    expect(ports.sessionStorage.get(DRAFT_KEY)).toBe(kept);
  });
});
