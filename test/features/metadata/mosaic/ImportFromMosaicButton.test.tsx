import { Blob as NodeBlob } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import { MOSAIC_MAX_BYTES } from '@data-manager/domain/mosaic/mosaicReader';
import { ImportFromMosaicButton } from '../../../../src/features/metadata/mosaic/ImportFromMosaicButton';
import { PortsContext } from '../../../../src/platform/portsContext';
import { createFakePorts } from '../../../support/fakePorts';
import { aMosaicContext, NEW_MOSAIC } from '../../../support/mosaic';

/** A readable file; jsdom does not implement reading. */
function aFile(content: string | Uint8Array<ArrayBuffer>, name = 'Mosaic_TC042.txt'): File {
  const blob = new NodeBlob([content]);
  return Object.defineProperties(new File([], name), {
    size: { value: blob.size },
    arrayBuffer: { value: () => blob.arrayBuffer() },
  });
}

function renderButton(given: Partial<Parameters<typeof ImportFromMosaicButton>[0]> = {}) {
  const applied: Partial<DatasetMetadata>[] = [];
  const submitted = jest.fn();
  render(
    <PortsContext value={createFakePorts()}>
      <MantineProvider env="test">
        {/* Simulates a form around the button. Without a portal, the dialog's form would be nested in it, which is
           invalid. */}
        <div onSubmit={submitted}>
          <ImportFromMosaicButton
            {...aMosaicContext()}
            images={[]}
            renameText={() => undefined}
            onApply={(values) => applied.push(values)}
            {...given}
          />
        </div>
      </MantineProvider>
    </PortsContext>,
  );
  return { applied, submitted, user: userEvent.setup() };
}

/** Chooses a file without moving the focus, as a browser's file chooser does. */
async function choose(file: File): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: 'Import from mosaic' }));
  fireEvent.change(screen.getByLabelText('Mosaic file'), { target: { files: [file] } });
  const dialog = await screen.findByRole('dialog', { name: 'Import from mosaic' });
  await waitFor(() => expect(within(dialog).getByRole('status')).not.toHaveTextContent(/^Reading/));
  return dialog;
}

/** Waits for all pending tasks. */
async function nextTurns(): Promise<void> {
  await setImmediate();
  await new Promise((resolve) => setTimeout(resolve));
  await setImmediate();
}

function rowsOf(dialog: HTMLElement): readonly (readonly (string | null)[])[] {
  const [, ...rows] = within(dialog).getAllByRole('row');
  return rows.map((row) => [...row.children].map((cell) => cell.textContent));
}

it('ImportFromMosaicButton opens the file chooser', async () => {
  const { user } = renderButton();
  const clicked = jest.spyOn(HTMLInputElement.prototype, 'click');
  await user.click(screen.getByRole('button', { name: 'Import from mosaic' }));
  expect(clicked.mock.contexts).toEqual([screen.getByLabelText('Mosaic file')]);
});

it('ImportFromMosaicButton compares the form with the mosaic and imports the values on Apply', async () => {
  const { applied, submitted, user } = renderButton({ current: { dataset: 'TC042', pixelSize: 2 } });
  const dialog = await choose(aFile(NEW_MOSAIC));
  expect(within(dialog).getByRole('status')).toHaveTextContent('All fields are valid.');
  expect(within(dialog).getByRole('table', { name: 'Form and Mosaic_TC042.txt' })).toBeVisible();
  expect(rowsOf(dialog).slice(0, 4)).toEqual([
    ['Dataset', 'TC042', 'TC042', 'No change'],
    ['Description', '–', 'Mouse brain, Thy1-GFP', 'Will be filled in'],
    ['Sponsor ID', '–', 'acme', 'Will be filled in'],
    ['Pixel size', '2 µm', '1.37 µm', 'Replaces the current value'],
  ]);
  expect(applied).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  expect(applied).toMatchObject([{ dataset: 'TC042', pixelSize: 1.37, device: 'TC1000', physicalSections: 280 }]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Import from mosaic' })).toHaveFocus());
  // Applying does not submit the form around the button.
  expect(submitted).not.toHaveBeenCalled();
});

it('ImportFromMosaicButton imports nothing when it is cancelled, and accepts the same file again', async () => {
  const { applied, user } = renderButton();
  const file = aFile(NEW_MOSAIC);
  await user.click(within(await choose(file)).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByLabelText<HTMLInputElement>('Mosaic file').value).toBe('');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Import from mosaic' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await choose(file);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(applied).toEqual([]);
});

it('ImportFromMosaicButton can be cancelled while it reads', async () => {
  const { user } = renderButton();
  let answer = (): void => undefined;
  const slow = Object.defineProperty(new File([], 'slow.txt'), 'arrayBuffer', {
    value: () => new Promise((resolve) => (answer = () => resolve(new Uint8Array(9).fill(0x31).buffer))),
  });
  await user.upload(screen.getByLabelText('Mosaic file'), slow);
  const dialog = await screen.findByRole('dialog', { name: 'Import from mosaic' });
  expect(within(dialog).getByRole('status')).toHaveTextContent('Reading slow.txt…');
  expect(within(dialog).getByRole('button', { name: 'Apply' })).toBeDisabled();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  answer();
  await nextTurns();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('ImportFromMosaicButton lists rejected fields and lines that are left out, and imports the rest', async () => {
  const { applied, user } = renderButton({ sponsorId: 'zenith' });
  const dialog = await choose(
    aFile(`${NEW_MOSAIC.replace('sections:280', 'sections:many')}\nhalf a line\nbitDepth:8\n`),
  );
  expect(within(dialog).getByRole('status')).toHaveTextContent(
    '2 fields not imported: Sponsor ID, Physical sections. Apply the others, and check what was not imported by hand.',
  );
  expect(within(dialog).getByRole('row', { name: /^Sponsor ID/ })).toHaveTextContent(/another sponsor/);
  const notes = within(within(dialog).getByRole('list', { name: 'Notes' })).getAllByRole('listitem');
  expect(notes.map((note) => note.textContent)).toEqual([
    '“bitDepth” occurs more than once with different values. The last one is used (line 16).',
    '1 line left out because it is not a name with a value: line 15.',
  ]);
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  expect(Object.keys(applied[0] ?? {})).not.toContain('sid');
  expect(applied[0]).toMatchObject({ dataset: 'TC042', bitDepth: 8 });
});

it('ImportFromMosaicButton lists the first 20 lines that are left out and counts the others', async () => {
  renderButton();
  const dialog = await choose(aFile(`${NEW_MOSAIC}\n${'?\n'.repeat(1500)}`));
  expect(within(dialog).getByRole('list', { name: 'Notes' })).toHaveTextContent(
    /^1,500 lines left out because they are not a name with a value: lines 15, 16, .*, 34, and 1,480 more\.$/,
  );
});

it('ImportFromMosaicButton notes where the dataset’s files contradict the mosaic', async () => {
  renderButton({ images: [{ section: 312, layer: 1, channel: 3 }] });
  const dialog = await choose(aFile(NEW_MOSAIC));
  expect(within(dialog).getByRole('list', { name: 'Notes' })).toHaveTextContent(
    /The mosaic has 280 sections, but the files go up to 312/,
  );
});

it('ImportFromMosaicButton warns before the dataset is renamed, until its title is left out', async () => {
  const renameText = (to: string) => (to === 'K102' ? undefined : `Saving renames K102 to ${to}.`);
  const { applied, user } = renderButton({ current: { dataset: 'K102' }, renameText });
  const dialog = await choose(aFile(NEW_MOSAIC));
  expect(within(dialog).getByRole('alert')).toHaveTextContent(
    'The mosaic belongs to “TC042”. Saving renames K102 to TC042.',
  );
  await user.click(within(dialog).getByRole('checkbox', { name: 'Import Dataset' }));
  expect(within(dialog).getByRole('alert')).toHaveTextContent(
    'The mosaic belongs to “TC042”. The title is left out: this dataset keeps its name.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  expect(applied[0]).not.toHaveProperty('dataset');
});

it('ImportFromMosaicButton does not warn if the mosaic has the title of the dataset', async () => {
  renderButton({ current: { dataset: 'TC042' } });
  expect(within(await choose(aFile(NEW_MOSAIC))).queryByRole('alert')).not.toBeInTheDocument();
});

it('ImportFromMosaicButton does not import the title if it is fixed', async () => {
  const { applied, user } = renderButton({ current: { dataset: 'K102' }, keepsTitle: true });
  const dialog = await choose(aFile(NEW_MOSAIC));
  expect(within(dialog).queryByRole('list', { name: 'Notes' })).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  expect(applied).toHaveLength(1);
  expect(applied[0]).not.toHaveProperty('dataset');
});

it('ImportFromMosaicButton disables Apply if no field can be imported', async () => {
  renderButton();
  const dialog = await choose(aFile('sections:many'));
  expect(within(dialog).getByRole('status')).toHaveTextContent(/No field can be imported\.$/);
  expect(within(dialog).getByRole('button', { name: 'Apply' })).toBeDisabled();
});

it.each([
  ['an image', aFile(Uint8Array.from([0x49, 0x49, 0x2a, 0, 8, 0]), 'a.tif'), /^a\.tif is not a text file\./],
  ['an empty file', aFile('', 'a.txt'), /^a\.txt is empty\./],
  ['a text about something else', aFile('Dear all', 'a.txt'), /^a\.txt contains no mosaic fields/],
  ['half a JSON file', aFile('{"sections":', 'a.json'), /^a\.json is not valid JSON\./],
  [
    'a file that is too large',
    Object.defineProperty(new File([], 'big.txt'), 'size', { value: MOSAIC_MAX_BYTES + 1 }),
    /^big\.txt is larger than 64\.00 MB\./,
  ],
  [
    'a file that can no longer be read',
    Object.defineProperty(new File([], 'a.txt'), 'arrayBuffer', {
      value: () => Promise.reject(new Error('NotFoundError')),
    }),
    /^a\.txt can’t be read\. It may have been moved or changed\. Choose it again\./,
  ],
])('ImportFromMosaicButton explains why %s can’t be imported', async (_name, file, words) => {
  const { applied } = renderButton();
  const dialog = await choose(file);
  expect(within(dialog).getByRole('status')).toHaveTextContent(words);
  expect(within(dialog).queryByRole('table')).not.toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Apply' })).toBeDisabled();
  expect(applied).toEqual([]);
});

it('ImportFromMosaicButton escapes deceptive characters in names and values', async () => {
  renderButton();
  const dialog = await choose(aFile('Description:photo\u202efit.exe <b>\nsan_name:TC042', 'a\u202eb.txt'));
  expect(within(dialog).getByRole('table', { name: 'Form and a[U+202E]b.txt' })).toBeVisible();
  expect(rowsOf(dialog)[1]?.[2]).toBe('photo[U+202E]fit.exe <b>');
});
