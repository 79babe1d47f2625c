import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aProject } from '../support/builders';
import { giveElementsSizes } from '../support/elementSizes';
import { signIn } from '../support/fakePorts';
import { createFakeServer } from '../support/fakeServer';
import { renderApp, type RenderedApp } from '../support/renderApp';
import { sentence } from '../support/sentence';

const { title } = aProject();

async function start(path: string, shown: string): Promise<RenderedApp> {
  giveElementsSizes();
  const server = createFakeServer({
    'GET /config': { json: {} },
    'GET /project': { json: [aProject()] },
    'GET /dataset': { json: [] },
    'GET /manage/files': { json: [] },
  });
  const app = renderApp(path, server, signIn);
  await screen.findByRole('button', { name: shown });
  return app;
}

/** The drag data of one file. */
function aDrag() {
  const file = new File(['x'], 'TC042_S000001_L01_ch01.tif');
  const take = jest.fn(() => file);
  const item = { kind: 'file', webkitGetAsEntry: () => null, getAsFile: take };
  return { take, dataTransfer: { types: ['Files'], items: [item], dropEffect: 'copy' } };
}

describe('dropped files', () => {
  it('opens the upload screen of a project if files are dropped anywhere on it', async () => {
    const { router } = await start(`/acme/${title}`, 'New dataset');
    fireEvent.dragOver(document.body, aDrag());
    expect(await screen.findByText(sentence(`Drop to upload into ${title}`))).toBeInTheDocument();
    fireEvent.drop(document.body, aDrag());
    expect(await screen.findByText('TC042_S000001_L01_ch01.tif')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe(`/acme/${title}/upload`);
  });

  it('adds files once that are dropped anywhere on the upload screen', async () => {
    await start(`/acme/${title}/upload`, 'Choose files');
    const drag = aDrag();
    fireEvent.drop(document.body, drag);
    expect(await screen.findByText('TC042_S000001_L01_ch01.tif')).toBeInTheDocument();
    expect(drag.take).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('status', { name: '' })).toHaveTextContent('1 file, 1 Bytes');
  });

  it('dropped files on the drop zone are added once', async () => {
    await start(`/acme/${title}/upload`, 'Choose files');
    const place = screen.getByText(/^Drop files or folders here/).parentElement!;
    fireEvent.dragOver(place, aDrag());
    expect(place).toHaveAttribute('data-over');
    const drag = aDrag();
    fireEvent.drop(place, drag);
    expect(place).not.toHaveAttribute('data-over');
    expect(await screen.findByText('TC042_S000001_L01_ch01.tif')).toBeInTheDocument();
    expect(drag.take).toHaveBeenCalledTimes(1);
  });

  it('accepts dropped files in the drop zone, unlike dropped text', async () => {
    await start(`/acme/${title}/upload`, 'Choose files');
    const place = screen.getByText(/^Drop files or folders here/).parentElement!;
    const text = { dataTransfer: { types: ['text/plain'], items: [{ kind: 'string' }], dropEffect: 'copy' } };
    const over = createEvent.dragOver(place, text);
    const drop = createEvent.drop(place, text);
    fireEvent(place, over);
    expect(place).not.toHaveAttribute('data-over');
    fireEvent(place, drop);
    expect([over.defaultPrevented, drop.defaultPrevented]).toEqual([false, false]);
  });

  it('keeps the input of an open dialog when files are dropped', async () => {
    const { router } = await start(`/acme/${title}`, 'New dataset');
    await userEvent.click(screen.getByRole('button', { name: 'New dataset' }));
    await screen.findByRole('dialog');
    fireEvent.drop(document.body, aDrag());
    await waitFor(() => expect(screen.getByRole('dialog')).toBeInTheDocument());
    expect(router.state.location.pathname).toBe(`/acme/${title}`);
  });

  it('stays open if files are dropped elsewhere', async () => {
    await start('/acme', 'New project');
    const drop = createEvent.drop(document.body, aDrag());
    fireEvent(document.body, drop);
    expect(drop.defaultPrevented).toBe(true);
  });
});
