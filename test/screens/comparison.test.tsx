import { createHash } from 'node:crypto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import type { HashPartResult } from '../../src/platform/ports';
import { gatherFound } from '../../src/platform/reading/readFiles';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { ProjectScreen } from '../../src/screens/ProjectScreen';
import { DatasetUploadScreen } from '../../src/screens/UploadScreens';
import { fetchQueued } from '../../src/transfers/fetches/fetchesSlice';
import { filesQueued } from '../../src/transfers/uploads/uploadsSlice';
import { aDataset, aProject } from '../support/builders';
import { renderRoute } from '../support/renderRoute';

const DATASET = 'acme/brains/TC042';
const FILES = {
  same: 'TC042_S000001_L01_ch01.tif',
  other: 'TC042_S000002_L01_ch01.tif',
  local: 'TC042_S000003_L01_ch01.tif',
  server: 'TC042_S000004_L01_ch01.tif',
  unknown: 'TC042_S000005_L01_ch01.tif',
};

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function stored(name: string, content: string, etag: string | undefined = md5(content)): FileEntry {
  return { key: `${DATASET}/${name}`, size: content.length, etag, lastModified: '2030-01-01T00:00:00Z' };
}

const LISTING = [
  stored(FILES.same, 'same'),
  stored(FILES.other, 'that'),
  stored(FILES.server, 'more'),
  stored(FILES.unknown, 'what', 'odd'),
];

function localFile(path: string, content: string): File {
  const file = new File([content], path.split('/').at(-1)!, { lastModified: 1_700_000_000_000 });
  // jsdom lacks it.
  return Object.defineProperty(file, 'webkitRelativePath', { value: path });
}

/** A file in the folder whose content is no image. */
function notATiff(name: string): File {
  // jsdom's blobs can't be read.
  return Object.assign(localFile(`TC042/${name}`, 'this'), {
    slice: () => Object.assign(new Blob(['this']), { arrayBuffer: () => Promise.resolve(new ArrayBuffer(4)) }),
  });
}

const FOLDER = [
  localFile(`TC042/${FILES.same}`, 'same'),
  localFile(`TC042/${FILES.other}`, 'this'),
  localFile(`TC042/${FILES.local}`, 'new'),
  localFile(`TC042/${FILES.unknown}`, 'what'),
  localFile('TC042/.DS_Store', 'x'),
];

/** Hashes a blob. jsdom's blobs can only be read by a `FileReader`. */
function hashBlob(blob: Blob): Promise<HashPartResult> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ kind: 'hashed', md5: md5(reader.result as string), bytes: blob.size });
    reader.readAsText(blob);
  });
}

const SERVER = {
  'GET /project': { json: { projects: [aProject()] } },
  'GET /dataset/project-1': { json: { datasets: [aDataset({ physicalSections: 5 })] } },
  'GET /manage/files': { json: { files: LISTING } },
  'POST /upload/start': 'hanging',
} as const;

function render(given: Partial<Parameters<typeof renderRoute>[1]> = {}, element = <DatasetScreen />) {
  return renderRoute(element, {
    at: '/acme/brains/TC042',
    features: ['files.etag'],
    server: SERVER,
    ports: { hashPart: hashBlob },
    ...given,
  });
}

/** A dataset whose number of sections can be changed. */
function withSections(
  read: () => number,
  write: (sections: number) => void,
): Partial<Parameters<typeof renderRoute>[1]> {
  return {
    server: {
      'GET /project': { json: { projects: [aProject()] } },
      'GET /dataset/project-1': () => ({ json: { datasets: [aDataset({ physicalSections: read() })] } }),
      'PATCH /dataset/dataset-1': ({ body }) => {
        const { physicalSections } = body as { readonly physicalSections: number };
        write(physicalSections);
        return { json: aDataset({ physicalSections }) };
      },
      'GET /manage/files': { json: { files: LISTING } },
    },
  };
}

async function chooseToUpload(file: File): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Folder to upload'), { target: { files: [file] } });
}

async function region(): Promise<HTMLElement> {
  return screen.findByRole('region', { name: 'Comparison' });
}

async function openComparison(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'Compare with a folder' }));
  return region();
}

async function choose(...files: readonly File[]): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Folder to compare'), { target: { files } });
  // The comparison begins after the event.
  await act(() => Promise.resolve());
}

function tabNames(): readonly (string | null)[] {
  return screen.getAllByRole('tab').map((tab) => tab.textContent);
}

async function compareFolder(): Promise<HTMLElement> {
  const opened = await openComparison();
  await choose(...FOLDER);
  await within(opened).findByText(/^Compared /);
  return opened;
}

describe('the comparison with a folder', () => {
  it('the comparison is not offered if the server lists no checksums', async () => {
    render({ features: [], at: '/acme/brains/TC042?compare' });
    await screen.findByRole('grid', { name: 'Files of TC042' });
    expect(screen.queryByRole('button', { name: 'Compare with a folder' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Comparison' })).toBeNull();
  });

  it('the comparison cannot be opened while the metadata form may have changes', async () => {
    render({ at: '/acme/brains/TC042?edit=metadata' });
    expect(await screen.findByRole('button', { name: 'Compare with a folder' })).toBeDisabled();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Compare with a folder' })).toBeEnabled();
  });

  it('the comparison shows the tabs only below the maps, which would push them down', async () => {
    render();
    const opened = await openComparison();
    let isEarly = false;
    const observer = new MutationObserver(() => {
      isEarly ||= opened.querySelector('[role="tab"]') !== null && opened.querySelector('[role="slider"]') === null;
    });
    observer.observe(opened, { childList: true, subtree: true });
    await choose(...FOLDER);
    await within(opened).findByText(/^Compared /);
    observer.disconnect();
    expect(within(opened).getByRole('slider', { name: 'TC042 with the files of the folder, map' })).toBeVisible();
    expect(isEarly).toBe(false);
  });

  it('the comparison groups the files of a dataset and announces the result', async () => {
    render();
    const opened = await compareFolder();
    expect(tabNames()).toEqual([
      'Identical (1)',
      'Different (1)',
      'Only in the folder (1)',
      'Only on the server (1)',
      'Not comparable (1)',
    ]);
    expect(within(opened).getByText('1 system file left out')).toBeVisible();
    expect(
      within(opened).getByText(
        'Comparison finished: 1 identical, 1 different, 1 only in the folder, 1 only on the server, 1 not comparable.',
      ),
    ).toBeInTheDocument();
    expect(within(opened).getByRole('grid', { name: 'Different' })).toHaveTextContent('Different content');
    await userEvent.click(screen.getByRole('tab', { name: 'Not comparable (1)' }));
    const table = await within(opened).findByRole('grid', { name: 'Not comparable' });
    expect(table).toHaveTextContent('Same size, content not comparable: the server lists no checksum');
  });

  it('the comparison opens the upload screen with exactly the files that are only in the folder', async () => {
    const { router, ports } = render();
    await compareFolder();
    await userEvent.click(screen.getByRole('button', { name: 'Upload missing' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/acme/brains/TC042/upload'));
    const { found } = await gatherFound(ports.dropped.take()!);
    expect(found.map(({ relativePath }) => relativePath)).toEqual([`TC042/${FILES.local}`]);
  });

  it('returns to the comparison after the files that are only in the folder are uploaded', async () => {
    const { router } = render({ at: '/acme/brains/TC042/upload?compare' }, <DatasetUploadScreen />);
    await chooseToUpload(localFile(`TC042/${FILES.local}`, 'new'));
    await userEvent.click(await screen.findByRole('button', { name: 'Upload' }));
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/acme/brains/TC042', search: '?compare' }),
    );
  });

  it('the comparison shows the counts on the buttons', async () => {
    render({ features: ['files.etag', 'files.urls'] });
    await compareFolder();
    const textOf = (name: string) => screen.getByRole('button', { name }).textContent;
    expect(['Upload missing', 'Replace on the server', 'Keep all'].map(textOf)).toEqual([
      'Upload missing\u00a0(1)',
      'Replace on the server\u00a0(1)',
      'Keep all\u00a0(1)',
    ]);
    // The labels alone could mean images that the dataset lacks.
    expect(screen.getByRole('button', { name: 'Upload missing' })).toHaveAccessibleDescription(
      '1 file that is only in the folder',
    );
  });

  it('the comparison shows both pictures of a different file', async () => {
    const convertToShownImage = jest.fn(() => Promise.resolve(new Blob(['picture'], { type: 'image/png' })));
    // jsdom lacks both.
    Object.assign(URL, { createObjectURL: () => 'blob:local', revokeObjectURL: () => undefined });
    render({ ports: { hashPart: hashBlob, convertToShownImage } });
    const opened = await compareFolder();
    const pair = within(opened).getByRole('group', { name: FILES.other });
    expect(pair).toHaveTextContent(/In the folder.*On the server/);
    await waitFor(() => expect(pair.querySelector('img')).toHaveAttribute('src', 'blob:local'));
    expect(convertToShownImage).toHaveBeenCalledTimes(1);
  });

  it('marks a damaged file that is only in the folder on the map and in the list', async () => {
    render();
    const opened = await openComparison();
    await choose(notATiff(FILES.local));
    const findings = await within(opened).findByRole('list', { name: 'TC042 with the files of the folder' });
    await waitFor(() => expect(findings).toHaveTextContent('1 damaged image: S000003'));
    const map = within(opened).getByRole('slider', { name: 'TC042 with the files of the folder, map' });
    await userEvent.click(map);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(map).toHaveAttribute('aria-valuetext', 'S000003 ch01: damaged');
    // Nothing is drawn over the mark.
    const drawn = [...map.querySelectorAll('path:not([d=""])')].map((path) => path.getAttribute('class'));
    expect(drawn).toContain('localHalf');
    expect(drawn.indexOf('unreadable')).toBeGreaterThan(drawn.lastIndexOf('localHalf'));
    const table = within(opened).getByRole('grid', { name: 'Only in the folder' });
    expect(table).toHaveTextContent(`${FILES.local}not a TIFF`);
  });

  it('does not replace files with damaged ones unless the user asks for each', async () => {
    const { actions } = render();
    const opened = await openComparison();
    await choose(notATiff(FILES.other));
    await within(opened).findByText(/^Compared /);
    const pair = within(opened).getByRole('group', { name: FILES.other });
    expect(await within(pair).findByText('not a TIFF')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Replace on the server' }));
    expect(actions.filter(filesQueued.match)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: `Replace on the server: ${FILES.other}` }));
    expect(actions.filter(filesQueued.match)).toHaveLength(1);
  });

  it('the comparison replaces a file on the server', async () => {
    const { actions } = render();
    const opened = await compareFolder();
    await userEvent.click(screen.getByRole('button', { name: `Replace on the server: ${FILES.other}` }));
    const [sent] = actions.filter(filesQueued.match).flatMap(({ payload }) => payload.files);
    // The file that the user sees, and no newer one.
    expect(sent).toMatchObject({ key: `${DATASET}/${FILES.other}`, size: 4, replaces: md5('that') });
    expect(sent).not.toHaveProperty('onlyIfAbsent');
    const outcome = within(opened).getByRole('status', { name: 'Outcome of the comparison' });
    await waitFor(() => expect(outcome).toHaveTextContent('1 in the upload queue'));
    expect(screen.getByRole('button', { name: `Being replaced…: ${FILES.other}` })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Replace on the server' })).toHaveAttribute('aria-disabled', 'true');
  });

  it.each([
    [true, 'You can undo this right afterwards.'],
    [false, 'Replacing can’t be undone.'],
  ])(
    'a comparison asks once, with the names, before it replaces several files (can be restored: %s)',
    async (canRestore, notice) => {
      const files = LISTING.map((file) => ({ ...file, etag: file.etag && md5('old') }));
      const { actions } = render({
        features: canRestore ? ['files.etag', 'files.restoreReplaced'] : ['files.etag'],
        server: { ...SERVER, 'GET /manage/files': { json: { files } } },
      });
      await compareFolder();
      const ask = async () => {
        await userEvent.click(screen.getByRole('button', { name: 'Replace on the server' }));
        return within(await screen.findByRole('dialog', { name: 'Replace on the server' }));
      };
      const question = await ask();
      for (const name of [FILES.same, FILES.other]) expect(question.getByText(name)).toBeVisible();
      expect(question.getByText(notice)).toBeVisible();
      await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
      expect(actions.filter(filesQueued.match)).toEqual([]);
      await userEvent.click((await ask()).getByRole('button', { name: 'Replace' }));
      const sent = actions.filter(filesQueued.match).flatMap(({ payload }) => payload.files);
      expect(new Set(sent.map(({ act }) => act))).toEqual(new Set([sent[0]?.id]));
    },
  );

  it('the comparison keeps a file until the user decides otherwise', async () => {
    const { actions } = render();
    const opened = await compareFolder();
    const outcome = within(opened).getByRole('status', { name: 'Outcome of the comparison' });
    expect(outcome).toHaveTextContent(
      'Left to do: 1 different · 1 only in the folder · 1 only on the server · 1 not comparable',
    );
    await userEvent.click(screen.getByRole('button', { name: `Keep: ${FILES.other}` }));
    expect(outcome).toHaveTextContent('1 kept as on the server');
    await userEvent.click(screen.getByRole('button', { name: 'Replace on the server' }));
    expect(actions.filter(filesQueued.match)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: `Keep: ${FILES.other}` }));
    expect(outcome).toHaveTextContent('Left to do: 1 different');
  });

  it('the comparison asks once for the number of sections, and changes the metadata', async () => {
    let sections = 2;
    const { server } = render(
      withSections(
        () => sections,
        (changed) => (sections = changed),
      ),
    );
    const opened = await compareFolder();
    const question = await within(opened).findByRole('region', { name: 'Set total sections to 5?' });
    expect(question).toHaveTextContent('3 sections lie outside the sections 1–2 of TC042: 3–5');
    await userEvent.click(within(question).getByRole('button', { name: 'Set total sections to 5' }));
    expect(await within(opened).findByRole('region', { name: 'Total sections set to 5' })).toBeVisible();
    expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ physicalSections: 5 });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Set total sections to 5' })).toBeNull());
  });

  it('the comparison asks before the number of sections or a replaced file breaks the seal of the dataset', async () => {
    const given = withSections(
      () => 2,
      () => undefined,
    );
    const seal = { jobId: 'job-1', status: 'DONE', sealedAt: '2026-11-30T12:00:00Z' };
    const { server, actions } = render({
      server: { ...given.server, 'GET /pipeline/dataset-1': { json: { jobs: { seal } } } },
      features: ['files.etag', 'seal', 'pipelines.list'],
    });
    const opened = await compareFolder();
    const question = await within(opened).findByRole('region', { name: 'Set total sections to 5?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Set total sections to 5' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Break the seal?' }));
    await userEvent.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(server.calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Replace on the server' }));
    expect(await screen.findByRole('dialog', { name: 'Break the seal?' })).toBeVisible();
    expect(actions.filter(filesQueued.match)).toEqual([]);
  });

  it('does not upload sections outside the number that the user keeps', async () => {
    render(
      withSections(
        () => 2,
        () => undefined,
      ),
    );
    const opened = await compareFolder();
    await userEvent.click(await within(opened).findByRole('button', { name: 'Keep 2' }));
    expect(within(opened).getByRole('region', { name: 'Total sections stay at 2' })).toHaveTextContent(
      'Sections 3–5 are not uploaded.',
    );
    expect(screen.queryByText('Set total sections to 5?')).toBeNull();
    expect(screen.getByRole('button', { name: 'Upload missing' })).toHaveAttribute('aria-disabled', 'true');
    const outcome = within(opened).getByRole('status', { name: 'Outcome of the comparison' });
    expect(outcome).toHaveTextContent('1 not to be uploaded: above the total sections');
    expect(outcome).toHaveTextContent(/Left to do: 1 different · 1 only on the server/);
  });

  it('names a single section outside the number that the user keeps', async () => {
    render(
      withSections(
        () => 4,
        () => undefined,
      ),
    );
    const opened = await compareFolder();
    await userEvent.click(await within(opened).findByRole('button', { name: 'Keep 4' }));
    expect(within(opened).getByRole('region', { name: 'Total sections stay at 4' })).toHaveTextContent(
      'Section 5 is not uploaded.',
    );
  });

  it('shows the file of a place on the map', async () => {
    render();
    const opened = await compareFolder();
    const map = await within(opened).findByRole('slider', { name: 'TC042 with the files of the folder, map' });
    act(() => map.focus());
    await userEvent.keyboard('{Home}{PageDown}{PageDown}{Enter}');
    expect(screen.getByRole('tab', { name: 'Only in the folder (1)' })).toHaveAttribute('aria-selected', 'true');
    const row = within(opened).getByRole('row', { current: true });
    expect(row).toHaveTextContent(FILES.local);
  });

  it('fetches the files that are only on the server into a folder that the user chooses', async () => {
    const { actions, ports } = render({ features: ['files.etag', 'files.urls'] });
    jest.spyOn(ports.folders, 'areOffered').mockReturnValue(true);
    jest.spyOn(ports.folders, 'choose').mockResolvedValue({ folderId: 'folder-1', name: 'TC042' });
    await compareFolder();
    await userEvent.click(screen.getByRole('button', { name: 'Fetch missing' }));
    const { key, size, etag } = stored(FILES.server, 'more');
    const files = [[{ key, path: FILES.server, size, etag }]];
    await waitFor(() =>
      expect(actions.find(fetchQueued.match)?.payload.fetch).toMatchObject({
        title: 'TC042',
        folderId: 'folder-1',
        folderName: 'TC042',
        files,
      }),
    );
  });

  it('says how to get the files that are only on the server where the browser can’t write into a folder', async () => {
    const { ports } = render({ features: ['files.etag', 'files.urls'] });
    jest.spyOn(ports.folders, 'areOffered').mockReturnValue(false);
    await compareFolder();
    expect(screen.getByText(/^This browser can’t download files into a folder\. Select them/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Fetch missing' })).toBeNull();
  });

  it('says how to get the files that are only on the server if it gives no URLs', async () => {
    const { ports } = render();
    jest.spyOn(ports.folders, 'areOffered').mockReturnValue(true);
    await compareFolder();
    expect(screen.getByText(/^This server can’t send single files into a folder\. Select them/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Fetch missing' })).toBeNull();
  });

  it('the comparison saves the result with checksums, sizes and times', async () => {
    const { ports } = render();
    await compareFolder();
    await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save as JSON' }));
    await waitFor(() => expect(ports.recorded.texts).toHaveLength(2));
    const [csv, json] = ports.recorded.texts;
    expect(csv?.fileName).toBe('comparison-TC042-2030-01-02.csv');
    expect(csv?.text).toContain(
      `different,content,${DATASET}/${FILES.other},TC042/${FILES.other},4,2023-11-14T22:13:20.000Z,${md5('this')},4,,2030-01-01T00:00:00Z,${md5('that')},,2030-01-02T03:04:05.000Z`,
    );
    expect(JSON.parse(json?.text ?? '')).toMatchObject({
      path: DATASET,
      isComplete: true,
      endedAt: '2030-01-02T03:04:05.000Z',
      totals: { identical: { files: 1, bytes: 4 } },
    });
  });

  it('the comparison keeps the result while another part of the app is shown, and returns the focus when it is closed', async () => {
    render();
    await compareFolder();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    const button = await screen.findByRole('button', { name: 'Compare with a folder' });
    await waitFor(() => expect(button).toHaveFocus());
    await userEvent.click(button);
    await region();
    expect(tabNames()).toContain('Identical (1)');
  });

  it('the comparison continues after Cancel without reading files again', async () => {
    const held: (() => void)[] = [];
    const read: string[] = [];
    const hashPart = async (blob: Blob, signal: AbortSignal): Promise<HashPartResult> => {
      const result = await hashBlob(blob);
      if (result.kind === 'hashed') read.push(result.md5);
      if (read.length > 1) {
        await new Promise<void>((resolve) => {
          held.push(resolve);
          signal.addEventListener('abort', () => resolve());
        });
      }
      return signal.aborted ? { kind: 'aborted' } : result;
    };
    render({ ports: { hashPart } });
    const opened = await openComparison();
    await choose(...FOLDER);
    await waitFor(() => expect(held).toHaveLength(1));
    expect(within(opened).getByRole('progressbar', { name: 'Comparing contents' })).toBeInTheDocument();
    await userEvent.click(within(opened).getByRole('button', { name: 'Cancel' }));
    expect(await within(opened).findByText(/^Stopped\. 1 file not compared yet/)).toBeVisible();
    read.length = 0;
    await userEvent.click(within(opened).getByRole('button', { name: 'Compare' }));
    await within(opened).findByText(/^Compared /);
    expect(read).toHaveLength(1);
    expect(tabNames()).toContain('Identical (1)');
  });

  it('points out that no file of the folder has the name of a file on the server', async () => {
    render();
    const opened = await openComparison();
    await choose(localFile('backup/other.tif', 'other'));
    const note = await within(opened).findByText(/^No file of the folder/);
    expect(note).toHaveTextContent('No file of the folder backup has the name of a file in TC042.');
    expect(tabNames()).toContain('Only in the folder (1)');
  });

  it('the comparison compares with the folder that the list shows', async () => {
    const files = [{ ...LISTING[0], key: `${DATASET}/raw/${FILES.same}` }, ...LISTING.slice(1)];
    render({
      at: '/acme/brains/TC042?folder=raw',
      server: {
        'GET /project': { json: { projects: [aProject()] } },
        'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
        'GET /manage/files': { json: { files } },
      },
    });
    const opened = await openComparison();
    await choose(localFile(`raw/${FILES.same}`, 'same'));
    await within(opened).findByText(/^Compared /);
    expect(tabNames()).toEqual([
      'Identical (1)',
      'Different (0)',
      'Only in the folder (0)',
      'Only on the server (0)',
      'Not comparable (0)',
    ]);
  });

  it('compares a folder with several datasets of a project', async () => {
    render({ at: '/acme/brains' }, <ProjectScreen />);
    const opened = await compareFolder();
    expect(tabNames()).toContain('Identical (1)');
    expect(await within(opened).findByRole('region', { name: 'TC042 with the files of the folder' })).toBeVisible();
  });

  it('the comparison explains why it cannot start if the server cannot be listed, and tries again', async () => {
    let isDown = false;
    render({
      server: {
        'GET /project': { json: { projects: [aProject()] } },
        'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
        'GET /manage/files': () =>
          isDown ? { status: 400, json: { msg: 'Too many files' } } : { json: { files: LISTING } },
      },
    });
    const opened = await openComparison();
    isDown = true;
    await choose(...FOLDER);
    const problem = await within(opened).findByRole('group', { name: 'The files on the server could not be listed' });
    isDown = false;
    await userEvent.click(within(problem).getByRole('button', { name: 'Try again' }));
    expect(await within(opened).findByText(/^Compared /)).toBeVisible();
  });
});
