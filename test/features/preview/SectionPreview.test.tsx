import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DataRouter } from 'react-router';
import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { makePicture, type Picture } from '@data-manager/domain/pictures/picture';
import { ChannelColoursProvider } from '../../../src/features/preview/channels/channelColours';
import type { Painting } from '../../../src/features/preview/channels/shownChannels';
import { LazySectionPreview } from '../../../src/features/preview/LazySectionPreview';
import type { Ports } from '../../../src/platform/ports';
import { createMemoryRecords } from '../../support/fakePorts';
import type { FakeAnswer, FakeHandler } from '../../support/fakeServer';
import { createGate } from '../../support/gate';
import { renderRoute } from '../../support/renderRoute';
import { pass } from '../../support/virtualTime';

const ROOT = 'acme/brains/TC042';
const CHANNELS = [
  { num: 1, name: 'Autofluorescence' },
  { num: 2, name: 'GFP' },
];
const SECTIONS = ['000001', '000002', '000010'];
const NAMES = SECTIONS.flatMap((section) => [`A_S${section}_L01_ch01.tif`, `A_S${section}_L01_ch02.tif`]);

/** Its values identify section and channel: section × 1,000 + channel × 100 + 0 to 99. */
function pictureOf(name: string): Picture {
  const [, section = '', channel = ''] = /_S(\d+)_L\d+_ch(\d+)/.exec(name) ?? [];
  const from = 1_000 * Number(section) + 100 * Number(channel);
  return makePicture({ width: 10, height: 10 }, [new Uint16Array(100).map((_, index) => from + index)]);
}

/** The server returns the file name as the picture. */
const sendName: FakeHandler = ({ path }) => ({
  text: decodeURIComponent(path),
  headers: { 'content-type': 'image/tiff' },
});

interface Given {
  readonly at?: string;
  readonly names?: readonly string[];
  /** The problems of files by name. */
  readonly unreadable?: Readonly<Record<string, ImageProblem>>;
  readonly physicalSections?: number;
  readonly picture?: FakeHandler | FakeAnswer;
  readonly datasetHash?: string;
  readonly ports?: Partial<Ports>;
  readonly seenAs?: (router: DataRouter) => DataRouter;
}

function renderPreview({
  at = '',
  names = NAMES,
  unreadable = {},
  physicalSections = 12,
  picture = sendName,
  datasetHash,
  ports,
  ...seen
}: Given = {}) {
  const paintings: Omit<Painting, 'geometry'>[] = [];
  const page = renderRoute(
    <ChannelColoursProvider rootPath={ROOT} datasetHash={datasetHash} channels={CHANNELS}>
      <LazySectionPreview
        rootPath={ROOT}
        dataset={{ channels: CHANNELS, physicalSections, pixelSize: 2 }}
        renderRemedy={() => <button>Upload</button>}
      />
    </ChannelColoursProvider>,
    {
      ...seen,
      at: `/acme/brains/TC042${at}`,
      server: {
        'GET /manage/files': {
          json: { files: names.map((name) => ({ key: `${ROOT}/${name}`, size: 1, unreadable: unreadable[name] })) },
        },
        'GET /get-downsampled-image/*': picture,
      },
      ports: {
        decodePicture: async (blob) => pictureOf(await blob.text()),
        openPainter: () =>
          Promise.resolve({
            paint: (layers, size) => void paintings.push({ layers, size }),
            close: () => undefined,
          }),
        ...ports,
      },
    },
  );
  return { ...page, paintings, painted: () => paintings.at(-1)?.layers ?? [] };
}

/** Wraps a router that delivers URL changes only when released, as on a slow machine. */
function createLateAddress() {
  const held: (() => void)[] = [];
  return {
    seenAs: (router: DataRouter): DataRouter =>
      Object.create(router, {
        subscribe: {
          value: (listener: Parameters<DataRouter['subscribe']>[0]) =>
            router.subscribe((...change) => void held.push(() => listener(...change))),
        },
      }) as DataRouter,
    /** Releases the earliest held change. */
    showNext: () => act(() => held.shift()?.()),
    held,
  };
}

async function slider(): Promise<HTMLElement> {
  return screen.findByRole('slider', { name: 'Section' });
}

/** Waits for the picture of a section with all of its channels. */
async function picture(section: number): Promise<HTMLElement> {
  return screen.findByRole('img', { name: new RegExp(`^Section ${section}, channels .*,.*`) });
}

/** Shows the colour and the contrast of each channel. */
async function adjustChannels(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Colours and contrast' }));
}

/** Moves the pointer to the centre of the picture, and returns its frame. */
function pointAtCentre(): HTMLElement {
  const frame = screen.getByRole('application', { name: 'Picture' });
  const box = { left: 0, top: 0, width: 400, height: 300 };
  jest
    .spyOn(frame, 'getBoundingClientRect')
    .mockReturnValue({ ...box, x: 0, y: 0, right: 400, bottom: 300, toJSON: () => box });
  // jsdom has no pointer events with coordinates.
  fireEvent(frame, new MouseEvent('pointermove', { bubbles: true, clientX: 200, clientY: 150 }));
  return frame;
}

describe('the section preview', () => {
  it('starts in the middle and adds the channels up, each in its own colour', async () => {
    const { painted } = renderPreview();
    expect(await picture(2)).toHaveAccessibleName('Section 2, channels Autofluorescence magenta, GFP green');
    expect(screen.getByRole('heading', { name: 'Section 2' })).toBeVisible();
    expect(await slider()).toHaveAttribute('aria-valuetext', 'Section 2');
    await waitFor(() =>
      expect(painted().map(({ colour }) => colour)).toEqual([
        [1, 0, 1],
        [0, 1, 0],
      ]),
    );
    expect(painted().map(({ plane }) => plane[0])).toEqual([2_100, 2_200]);
  });

  it('browses the existing sections and writes them to the URL, keeping other parameters', async () => {
    const page = renderPreview({ at: '?q=atlas' });
    await picture(2);
    fireEvent.change(await slider(), { target: { value: '10' } });
    expect(screen.getByRole('heading', { name: 'Section 10' })).toBeVisible();
    await picture(10);
    expect(page.painted().map(({ plane }) => plane[0])).toEqual([10_100, 10_200]);
    await waitFor(() => expect(page.router.state.location.search).toBe('?q=atlas&section=10'));
    await userEvent.click(screen.getByRole('button', { name: 'Previous section' }));
    await picture(2);
    await waitFor(() => expect(page.router.state.location.search).toBe('?q=atlas&section=2'));
  });

  it('says which channels are flat', async () => {
    const saturated = makePicture({ width: 10, height: 10 }, [new Uint16Array(100).fill(65_535)]);
    renderPreview({
      ports: {
        decodePicture: async (blob) => {
          const name = await blob.text();
          return name.includes('ch02') ? saturated : pictureOf(name);
        },
      },
    });
    await picture(2);
    const flat = 'Flat: all pixels equal';
    expect(within(screen.getByRole('group', { name: 'Channel GFP' })).getByText(flat)).toBeVisible();
    expect(screen.getAllByText(flat)).toHaveLength(1);
  });

  it('moves by one section per notch of the wheel over the slider', async () => {
    renderPreview();
    await picture(2);
    fireEvent.wheel(await slider(), { deltaY: 120 });
    expect(screen.getByRole('heading', { name: 'Section 10' })).toBeVisible();
    fireEvent.wheel(await slider(), { deltaY: -120 });
    fireEvent.wheel(await slider(), { deltaY: -20 });
    expect(screen.getByRole('heading', { name: 'Section 2' })).toBeVisible();
    fireEvent.wheel(await slider(), { deltaY: -20 });
    expect(screen.getByRole('heading', { name: 'Section 1' })).toBeVisible();
  });

  it('starts at the section in the URL and follows its changes', async () => {
    const page = renderPreview({ at: '?section=10&off=2' });
    expect(await screen.findByRole('img', { name: 'Section 10, channels Autofluorescence magenta' })).toBeVisible();
    await act(() => page.router.navigate('?section=1'));
    expect(await picture(1)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'GFP' })).toBeChecked();
  });

  it('ignores a late URL update after the user has moved on', async () => {
    const address = createLateAddress();
    const page = renderPreview({ seenAs: address.seenAs });
    await picture(2);
    const handle = await slider();
    jest.useFakeTimers();
    for (const place of ['10', '1']) {
      fireEvent.change(handle, { target: { value: place } });
      await act(() => pass(400));
    }
    expect(page.router.state.location.search).toBe('?section=1');
    expect(address.held).toHaveLength(2);
    address.showNext();
    expect(screen.getByRole('heading', { name: 'Section 1' })).toBeVisible();
    address.showNext();
    expect(screen.getByRole('heading', { name: 'Section 1' })).toBeVisible();
    await act(() => page.router.navigate('?section=10'));
    address.showNext();
    expect(screen.getByRole('heading', { name: 'Section 10' })).toBeVisible();
  });

  it('stays at its section if the URL no longer contains one', async () => {
    const page = renderPreview({ at: '?section=10' });
    await picture(10);
    await act(() => page.router.navigate('?folder=raw'));
    expect(await picture(10)).toBeVisible();
  });

  it('explains that a section has no images, and offers to upload them or to show the nearest one', async () => {
    const page = renderPreview({ at: '?section=7' });
    expect(await screen.findByText('Section 7 has no images')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Section 7' })).toBeVisible();
    expect(await slider()).toHaveAttribute('aria-valuetext', 'Section 7, no images');
    expect(screen.getByRole('button', { name: 'Upload' })).toBeVisible();
    expect(page.server.calls.some(({ path }) => path.includes('get-downsampled-image'))).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Show section 10' }));
    expect(await picture(10)).toBeVisible();
    expect(screen.queryByText('Section 7 has no images')).toBeNull();
  });

  it('names the layer that lacks a section which other layers have', async () => {
    renderPreview({ names: [...NAMES, 'A_S000007_L02_ch01.tif'], at: '?section=7&section-layer=1' });
    expect(await screen.findByText('Section 7 has no images in L01')).toBeVisible();
    expect(screen.getByText('It has images in L02.')).toBeVisible();
  });

  it('explains that a section in the URL is beyond the dataset', async () => {
    renderPreview({ at: '?section=99' });
    expect(await screen.findByText('Section 99 does not exist')).toBeVisible();
    expect(screen.getByText('The sections are 1 to 12.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Previous section' }));
    expect(await picture(10)).toBeVisible();
  });

  it('has a slider from the first to the last expected section, with gaps that the arrow keys skip', async () => {
    renderPreview({ at: '?section=2' });
    await picture(2);
    const handle = await slider();
    expect(handle).toHaveAttribute('min', '1');
    expect(handle).toHaveAttribute('max', '12');
    expect(screen.getByTestId('gaps')).toHaveAttribute('data-count', '2');
    handle.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('heading', { name: 'Section 10' })).toBeVisible();
    fireEvent.change(handle, { target: { value: '12' } });
    expect(screen.getByText('Section 12 has no images')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next section' })).toBeDisabled();
  });

  it('shows the layer in the URL, and keeps it there', async () => {
    const names = [...NAMES, 'A_S000001_L02_ch01.tif', 'A_S000001_L02_ch02.tif', 'A_S000002_L02_ch01.tif'];
    const page = renderPreview({ names, at: '?section=1&section-layer=2' });
    await picture(1);
    expect(screen.getByRole('combobox', { name: 'Layer' })).toHaveValue('2');
    await userEvent.click(screen.getByRole('button', { name: 'Next section' }));
    await waitFor(() => expect(page.router.state.location.search).toBe('?section=2&section-layer=2'));
    await act(() => page.router.navigate('?section=10&section-layer=1'));
    expect(await picture(10)).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Layer' })).toHaveValue('1');
  });

  it('changes section and channels with the keys of the picture', async () => {
    renderPreview();
    await picture(2);
    screen.getByRole('application', { name: 'Picture' }).focus();
    await userEvent.keyboard('{PageDown}');
    expect(screen.getByRole('heading', { name: 'Section 10' })).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('heading', { name: 'Section 1' })).toBeVisible();
    await userEvent.keyboard('2');
    expect(screen.getByRole('checkbox', { name: 'GFP' })).not.toBeChecked();
  });

  it('shows the position in the original image, and says that a value of the preview is a mean', async () => {
    renderPreview({
      ports: {
        decodePicture: async (blob) => ({
          ...pictureOf(await blob.text()),
          origin: { size: { width: 100, height: 100 } },
        }),
      },
    });
    await picture(2);
    const frame = pointAtCentre();
    const values = await screen.findByLabelText('Values under the pointer');
    expect(values).toHaveTextContent('50, 50');
    expect(values).toHaveTextContent('Autofluorescence ≈ 2160 (mean of 10 × 10 pixels)');
    expect(values).toHaveTextContent('GFP ≈ 2260 (mean of 10 × 10 pixels)');
    fireEvent.pointerLeave(frame);
    expect(screen.queryByLabelText('Values under the pointer')).toBeNull();
  });

  it('shows which page of a multi-page image it is, and lets another one be chosen', async () => {
    const page = renderPreview({
      ports: {
        decodePicture: async (blob, _signal, wanted) => ({
          ...pictureOf(await blob.text()),
          origin: { pages: 40, page: wanted ?? 12 },
        }),
      },
    });
    await picture(2);
    const picker = await screen.findByRole('spinbutton', { name: 'Page, 1 to 40' });
    expect(picker).toHaveValue('12');
    expect(screen.getByText('of 40')).toBeVisible();
    fireEvent.change(picker, { target: { value: '41' } });
    fireEvent.blur(picker);
    expect(picker).toHaveValue('41');
    expect(picker).toBeInvalid();
    expect(picker).toHaveAccessibleDescription('Enter a whole number from 1 to 40');
    await userEvent.clear(picker);
    await userEvent.type(picker, '30');
    await waitFor(() => expect(page.router.state.location.search).toBe('?section=2&page=30'));
    expect(picker).toHaveValue('30');
    expect(picker).toHaveFocus();
    expect(page.server.calls.at(-1)?.query.get('page')).toBe('30');
    await waitFor(() => expect(page.router.state.location.search).toBe('?section=2&page=30'));
  });

  it('has no page control for single-page images', async () => {
    renderPreview();
    await picture(2);
    expect(screen.queryByRole('spinbutton')).toBeNull();
  });

  it('sets the contrast to typed values', async () => {
    const { painted } = renderPreview();
    await picture(2);
    await adjustChannels();
    const field = screen.getByRole('textbox', { name: 'GFP white value' });
    await userEvent.clear(field);
    await userEvent.type(field, '2500{Enter}');
    expect(painted()[1]?.contrast).toEqual({ black: 2_201, white: 2_500 });
    expect(field).toHaveFocus();
  });

  it.each([
    ['separators of thousands', '2,640', 2_640],
    ['the digits of another script', '۲٬۶۴۰', 2_640],
    ['a decimal comma', '2640,5', 2_640.5],
  ])('reads a contrast limit with %s', async (_what, typed, white) => {
    const { painted } = renderPreview();
    await picture(2);
    await adjustChannels();
    const field = screen.getByRole('textbox', { name: 'GFP white value' });
    await userEvent.clear(field);
    await userEvent.type(field, `${typed}{Enter}`);
    expect(painted()[1]?.contrast).toEqual({ black: 2_201, white });
  });

  it.each([
    ['none', '“none” is not a number'],
    ['9000', 'Enter a number up to 2299'],
  ])('refuses the contrast limit “%s” with a reason, and keeps it until it is corrected', async (typed, reason) => {
    const { painted } = renderPreview();
    await picture(2);
    const before = painted()[1]?.contrast;
    await adjustChannels();
    const black = screen.getByRole('textbox', { name: 'GFP black value' });
    await userEvent.clear(black);
    await userEvent.type(black, typed);
    await userEvent.tab();
    expect(black).toHaveValue(typed);
    expect(black).toBeInvalid();
    expect(black).toHaveAccessibleDescription(reason);
    expect(painted()[1]?.contrast).toEqual(before);
    await userEvent.type(black, '{Escape}');
    expect(black).toHaveValue('2201');
    expect(black).toBeValid();
  });

  it('toggles a channel without requesting its picture again', async () => {
    const page = renderPreview();
    await picture(2);
    await userEvent.click(screen.getByRole('checkbox', { name: 'GFP' }));
    expect(screen.getByRole('img')).toHaveAccessibleName('Section 2, channels Autofluorescence magenta');
    expect(page.painted()).toHaveLength(1);
    await waitFor(() => expect(page.router.state.location.search).toBe('?section=2&off=2'));
    const asked = page.server.calls.length;
    await userEvent.click(screen.getByRole('checkbox', { name: 'GFP' }));
    expect(page.painted()).toHaveLength(2);
    expect(page.server.calls).toHaveLength(asked);
  });

  it('changes the colour of a channel, and remembers it for the dataset', async () => {
    const records = createMemoryRecords();
    const page = renderPreview({ ports: { records } });
    await picture(2);
    await adjustChannels();
    fireEvent.change(screen.getByLabelText('GFP colour'), { target: { value: '#ff0000' } });
    expect(page.painted()[1]?.colour).toEqual([1, 0, 0]);
    expect(screen.getByRole('img', { name: /GFP #ff0000$/ })).toBeVisible();
    // Immediately: a user may leave the page right after the choice.
    expect(await records('channel-colours').readAll()).toEqual(new Map([[ROOT, { 2: '#ff0000' }]]));
    cleanup();
    renderPreview({ ports: { records } });
    expect(
      await screen.findByRole('img', { name: 'Section 2, channels Autofluorescence magenta, GFP #ff0000' }),
    ).toBeVisible();
  });

  it('stores the chosen colours under the hash of the dataset, which a rename keeps', async () => {
    const records = createMemoryRecords();
    await records('channel-colours').put([[ROOT, { 1: '#0000ff' }]]);
    renderPreview({ datasetHash: 'hash-1', ports: { records } });
    // Chosen before the folder had metadata.
    await screen.findByRole('img', { name: /Autofluorescence #0000ff/ });
    await adjustChannels();
    fireEvent.change(screen.getByLabelText('GFP colour'), { target: { value: '#ff0000' } });
    const stored = await records('channel-colours').readAll();
    expect(stored?.get('hash-1')).toEqual({ 1: '#0000ff', 2: '#ff0000' });
  });

  it('ignores stored colours that are invalid', async () => {
    const records = createMemoryRecords();
    await records('channel-colours').put([[ROOT, { 2: 'red;background:url(x)' }]]);
    renderPreview({ ports: { records } });
    expect(await picture(2)).toHaveAccessibleName('Section 2, channels Autofluorescence magenta, GFP green');
  });

  it('has an automatic contrast per channel until it is set, and again after “auto”', async () => {
    const { painted } = renderPreview();
    await picture(2);
    await adjustChannels();
    expect(screen.getByRole('button', { name: 'GFP auto' })).toHaveAttribute('aria-pressed', 'true');
    expect(painted()[1]?.contrast).toEqual({ black: 2_201, white: 2_299 });
    fireEvent.change(screen.getByRole('slider', { name: 'GFP black' }), { target: { value: '2250' } });
    fireEvent.change(screen.getByRole('slider', { name: 'GFP white' }), { target: { value: '2210' } });
    expect(painted()[1]?.contrast).toEqual({ black: 2_250, white: 2_250 });
    const auto = screen.getByRole('button', { name: 'GFP auto' });
    expect(auto).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(auto);
    expect(painted()[1]?.contrast).toEqual({ black: 2_201, white: 2_299 });
    expect(painted()[0]?.contrast).toEqual({ black: 2_101, white: 2_199 });
  });

  it('keeps locked contrasts across sections, also for channels switched on later', async () => {
    const { painted } = renderPreview({ at: '?section=1&off=2' });
    await screen.findByRole('img', { name: /Section 1, channels/ });
    await adjustChannels();
    await userEvent.click(screen.getByRole('switch', { name: 'Lock contrast across sections' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'GFP' }));
    await picture(1);
    fireEvent.change(await slider(), { target: { value: '2' } });
    await picture(2);
    expect(painted().map(({ contrast }) => contrast.white)).toEqual([1_199, 1_299]);
    await userEvent.click(screen.getByRole('switch', { name: 'Lock contrast across sections' }));
    fireEvent.change(await slider(), { target: { value: '10' } });
    await picture(10);
    expect(painted().map(({ contrast }) => contrast.white)).toEqual([10_199, 10_299]);
  });

  it('switches between layers', async () => {
    const { painted } = renderPreview({ names: [...NAMES, 'A_S000001_L02_ch01.tif', 'A_S000001_L02_ch02.tif'] });
    await picture(2);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Layer' }), 'L02');
    await picture(1);
    expect(painted()).toHaveLength(2);
  });

  it('names channels after the metadata, or else after the file names', async () => {
    renderPreview({ names: ['A_S000001_L01_ch01.tif', 'A_S000001_L01_ch07.tif'] });
    await picture(1);
    expect(screen.getByRole('checkbox', { name: 'Autofluorescence' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'ch07' })).toBeChecked();
  });

  it('reports channels without a file or picture, shows the others, and raises no toast', async () => {
    const page = renderPreview({
      names: [...NAMES.slice(0, 4), 'A_S000002_L01_ch03.tif', 'A_S000001_L01_ch04.tif'],
      picture: (call) => (call.path.includes('ch02') ? { status: 415, json: { msg: 'no image' } } : sendName(call)),
    });
    await screen.findByRole('img', { name: 'Section 2, channels Autofluorescence magenta, ch03 cyan' });
    expect(within(screen.getByRole('group', { name: 'Channel GFP' })).getByText('no preview')).toBeVisible();
    expect(
      within(screen.getByRole('group', { name: 'Channel ch04' })).getByText('no file in this section'),
    ).toBeVisible();
    expect(page.ports.recorded.toasts).toEqual([]);
  });

  it('names the problem of an unreadable image without requesting it, and starts at a readable section', async () => {
    const [, , bad = '', alsoBad = ''] = NAMES;
    const page = renderPreview({ unreadable: { [bad]: 'truncated', [alsoBad]: 'not-tiff' } });
    await picture(10);
    fireEvent.change(await slider(), { target: { value: '2' } });
    expect(await screen.findByRole('img', { name: 'Section 2, no preview' })).toBeInTheDocument();
    const channel = (name: string) => within(screen.getByRole('group', { name: `Channel ${name}` }));
    expect(channel('Autofluorescence').getByText('truncated')).toBeVisible();
    expect(channel('GFP').getByText('not a TIFF')).toBeVisible();
    fireEvent.change(await slider(), { target: { value: '1' } });
    await picture(1);
    expect(page.server.story().filter((call) => call.includes('S000002'))).toEqual([]);
  });

  it.each<[string, Partial<Given>]>([
    ['that is no image', { ports: { decodePicture: () => Promise.resolve(undefined) } }],
    ['that can not be fetched', { picture: 'unreachable' }],
  ])('is a quiet placeholder for a file %s', async (_, given) => {
    const page = renderPreview(given);
    expect(await screen.findByRole('img', { name: 'Section 2, no preview' })).toBeInTheDocument();
    expect(screen.getByRole('application', { name: 'Picture' })).toHaveAttribute('aria-busy', 'false');
    expect(page.ports.recorded.toasts).toEqual([]);
  });

  it('shows neither values nor a scale bar while the previous section stays visible', async () => {
    const gate = createGate();
    renderPreview({
      ports: {
        decodePicture: async (blob) => {
          const name = await blob.text();
          if (name.includes('S000010_L01_ch02')) await gate.pass();
          return { ...pictureOf(name), origin: { size: { width: 100, height: 100 } } };
        },
      },
    });
    await picture(2);
    const frame = pointAtCentre();
    expect(await screen.findByLabelText('Values under the pointer')).toHaveTextContent('2160');
    fireEvent.change(await slider(), { target: { value: '10' } });
    await waitFor(() => expect(frame).toHaveAttribute('aria-busy', 'true'));
    expect(await screen.findByRole('img', { name: /^Section 10/ })).toBeInTheDocument();
    await gate.reached;
    expect(screen.queryByLabelText('Values under the pointer')).toBeNull();
    gate.open();
    expect(await screen.findByLabelText('Values under the pointer')).toHaveTextContent('GFP ≈ 10300');
  });

  it('gives the reason why the server can not show an image', async () => {
    const msg = '12-bit packed pixels can’t be previewed';
    renderPreview({ picture: { status: 415, json: { msg, code: 'NO_IMAGE' } } });
    const channel = within(await screen.findByRole('group', { name: 'Channel GFP' }));
    expect(await channel.findByText(msg)).toBeVisible();
  });

  it('is busy until the pictures are loaded', async () => {
    renderPreview({ picture: 'hanging' });
    expect(await screen.findByRole('img', { name: 'Section 2, loading' })).toBeInTheDocument();
    expect(screen.getByRole('application', { name: 'Picture' })).toHaveAttribute('aria-busy', 'true');
  });

  it('prefetches only the neighbours of the current section', async () => {
    const many = Array.from({ length: 9 }, (_, index) => `A_S00000${index + 1}_L01_ch01.tif`);
    const page = renderPreview({ names: many });
    await screen.findByRole('img', { name: /Section 5, channels/ });
    const asked = () => page.server.calls.flatMap(({ path }) => /S0*(\d+)_/.exec(path)?.[1] ?? []);
    await waitFor(() => expect(asked()).toEqual(['5', '6', '4']));
  });

  it('does not repaint when pictures of neighbours arrive', async () => {
    let decoded = 0;
    const { paintings } = renderPreview({
      ports: {
        decodePicture: async (blob) => {
          const found = pictureOf(await blob.text());
          decoded += 1;
          return found;
        },
      },
    });
    await picture(2);
    await waitFor(() => expect(decoded).toBe(6));
    fireEvent.change(await slider(), { target: { value: '1' } });
    await picture(1);
    const firsts = paintings.map(({ layers }) => layers.map(({ plane }) => plane[0]));
    const whole = firsts.filter(({ length }) => length === 2);
    expect(whole).toEqual([
      [2_100, 2_200],
      [1_100, 1_200],
    ]);
  });

  it('zooms and pans by keyboard and buttons, and fits to the window again', async () => {
    renderPreview();
    const canvas = await picture(2);
    const frame = screen.getByRole('application', { name: 'Picture' });
    expect(screen.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(canvas.style.transform).toBe('translate(0%, 0%) scale(1.5)');
    frame.focus();
    await userEvent.keyboard('+{ArrowRight}');
    expect(canvas.style.transform).toBe('translate(-10%, 0%) scale(2.25)');
    await userEvent.keyboard('0');
    expect(canvas.style.transform).toBe('translate(0%, 0%) scale(1)');
    await userEvent.keyboard('=-');
    expect(canvas.style.transform).toBe('translate(0%, 0%) scale(1)');
  });

  it('zooms in at a double click, and out with Shift', async () => {
    renderPreview();
    const canvas = await picture(2);
    const frame = screen.getByRole('application', { name: 'Picture' });
    jest.spyOn(frame, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 300));
    fireEvent.dblClick(frame, { clientX: 200, clientY: 150 });
    expect(canvas.style.transform).toBe('translate(0%, 0%) scale(2)');
    fireEvent.dblClick(frame, { clientX: 200, clientY: 150, shiftKey: true });
    expect(canvas.style.transform).toBe('translate(0%, 0%) scale(1)');
  });

  it('zooms with the wheel at the pointer, and leaves scrolling down to the page while all is visible', async () => {
    renderPreview();
    const canvas = await picture(2);
    const frame = screen.getByRole('application', { name: 'Picture' });
    const box = { left: 0, top: 0, width: 400, height: 300 };
    jest
      .spyOn(frame, 'getBoundingClientRect')
      .mockReturnValue({ ...box, x: 0, y: 0, right: 400, bottom: 300, toJSON: () => box });
    expect(fireEvent.wheel(frame, { deltaY: 240 })).toBe(true);
    expect(canvas.style.transform).toContain('scale(1)');
    expect(fireEvent.wheel(frame, { deltaY: -240, clientX: 200, clientY: 150 })).toBe(false);
    expect(canvas.style.transform).toBe('translate(0%, 0%) scale(2)');
    expect(fireEvent.wheel(frame, { deltaY: 240, clientX: 200, clientY: 150 })).toBe(false);
    expect(canvas.style.transform).toBe('translate(0%, 0%) scale(1)');
  });

  it('explains the naming convention if no file follows it', async () => {
    renderPreview({ names: ['notes.txt', 'A_S1_ch01.tif'] });
    expect(await screen.findByText('Section images appear here')).toBeVisible();
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('reports that it could not load its chunk, and loads it again on retry', async () => {
    const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const painter = { paint: () => undefined, close: () => undefined };
    const openPainter = jest
      .fn(() => Promise.resolve(painter))
      .mockImplementationOnce(() => Promise.reject(new Error('Loading chunk 7 failed.')));
    renderPreview({ ports: { openPainter } });
    expect(await screen.findByText('The preview could not be shown')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await picture(2)).toBeVisible();
    expect(silent).toHaveBeenCalled();
  });

  it('confines an error to the preview and offers a retry', async () => {
    const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const paint = jest
      .fn(() => undefined)
      .mockImplementationOnce(() => {
        throw new Error('out of memory');
      });
    renderPreview({ ports: { openPainter: () => Promise.resolve({ paint, close: () => undefined }) } });
    expect(await screen.findByText('The preview could not be shown')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await picture(2)).toBeVisible();
    expect(silent).toHaveBeenCalled();
  });
});
