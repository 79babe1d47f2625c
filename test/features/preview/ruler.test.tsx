import { fireEvent, screen, waitFor } from '@testing-library/react';
import { pointAt, renderSection, reportFrameSize } from '../../support/shownSection';

reportFrameSize();

/** Shows the ruler through the middle half of the picture. */
async function showRuler(): Promise<HTMLElement> {
  await pointAt(0, 0);
  fireEvent.keyDown(screen.getByRole('application', { name: 'Picture' }), { key: 'r' });
  // The line is drawn once the size of the frame is known.
  await screen.findByRole('slider', { name: 'Ruler end' });
  return shownLength();
}

/** Waits until the values along the ruler have been read. */
async function shownLength(): Promise<HTMLElement> {
  const length = await screen.findByRole('status', { name: 'Length' });
  await waitFor(() => expect(group()).not.toHaveTextContent('…'));
  return length;
}

const FILE = { width: 4_000, height: 4_000, valueAt: (x: number, y: number) => x + y };

function group(): HTMLElement {
  return screen.getByRole('group', { name: 'Intensity profile' });
}

describe('the ruler', () => {
  it('starts in the middle of the view, and the arrow keys move its ends by a pixel, with Shift by ten', async () => {
    renderSection([FILE]);
    // The picture's pixels are 2 µm wide.
    const length = await showRuler();
    expect(length).toHaveTextContent(/^4 mm$/);
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Ruler end' }), { key: 'ArrowLeft', shiftKey: true });
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Ruler start' }), { key: 'ArrowRight' });
    expect(length).toHaveTextContent(/^3.978 mm$/);
    expect(screen.getByRole('slider', { name: 'Ruler end' })).toHaveAttribute('aria-valuetext', '2990, 2000');
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Ruler end' }), { key: 'r' });
    expect(screen.queryByRole('slider', { name: 'Ruler end' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Ruler', pressed: false }));
    expect(await shownLength()).toHaveTextContent(/^3.978 mm$/);
  });

  it('starts in the middle of the section if it is shown before the picture', async () => {
    const { server } = renderSection([FILE]);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    server.on('GET /get-downsampled-image/*', async ({ path }) => {
      await held;
      return { text: decodeURIComponent(path), headers: { 'content-type': 'image/tiff' } };
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Ruler' }));
    expect(screen.queryByRole('status', { name: 'Length' })).toBeNull();
    release();
    expect(await shownLength()).toHaveTextContent(/^4 mm$/);
  });

  it('keeps its place and length when the finest channel is hidden', async () => {
    renderSection([FILE, { width: 2_000, height: 2_000, valueAt: (x) => x }]);
    const length = await showRuler();
    fireEvent.click(screen.getByRole('checkbox', { name: 'ch01' }));
    await shownLength();
    expect(length).toHaveTextContent(/^4 mm$/);
    expect(screen.getByRole('slider', { name: 'Ruler start' })).toHaveAttribute('aria-valuetext', '500, 1000');
  });

  it('measures in pixels and says so if the size of a pixel is unknown', async () => {
    renderSection([FILE], undefined, undefined, { channels: [], physicalSections: 1 });
    expect(await showRuler()).toHaveTextContent(/^2000 px$/);
    expect(group()).toHaveTextContent('pixel size unknown');
  });

  it('copies its length', async () => {
    const { ports } = renderSection([FILE]);
    await showRuler();
    fireEvent.click(screen.getByRole('button', { name: 'Copy length' }));
    expect(ports.recorded.copies).toEqual(['4 mm']);
  });
});

describe('the profile along the ruler', () => {
  it('has the values of the files, with the lowest and the highest, and copies them', async () => {
    const { ports } = renderSection([FILE, { width: 2_000, height: 2_000, valueAt: (x) => x }]);
    await showRuler();
    expect(group()).toHaveTextContent('ch01 min 3000, max 5000');
    expect(group()).toHaveTextContent('ch02 min 500, max 1500');
    fireEvent.click(screen.getByRole('button', { name: 'Copy values' }));
    const [text = ''] = ports.recorded.copies;
    const lines = text.split('\n');
    expect(lines.slice(0, 4)).toEqual(['Distance (µm)\tch01\tch02', '0\t3000\t500', '2\t3001\t500', '4\t3002\t501']);
    expect(lines).toHaveLength(2_003);
  });

  it('has the means of the preview, and says so, if the file can not be read', async () => {
    renderSection([{ width: 64, height: 64 }]);
    await showRuler();
    expect(group()).toHaveTextContent('ch01 min ≈ 134, max ≈ 138 (mean of 8 × 8 pixels)');
  });

  it('follows an end that moves', async () => {
    renderSection([FILE]);
    await showRuler();
    expect(group()).toHaveTextContent('max 5000');
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Ruler end' }), { key: 'ArrowRight', shiftKey: true });
    await waitFor(() => expect(group()).toHaveTextContent('max 5010'));
  });

  it('reads no more of a file than a profile needs', async () => {
    const { reads } = renderSection([FILE]);
    await showRuler();
    expect(group()).toHaveTextContent('max 5000');
    const area = reads.slice(1).reduce((sum, one) => sum + (one.right - one.left) * (one.bottom - one.top), 0);
    expect(area).toBe(2_001);
  });
});
