import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { pointAt, renderSection, reportFrameSize } from '../../support/shownSection';
import { pass } from '../../support/virtualTime';

reportFrameSize();

/** Doubles the zoom around the middle of the picture, some times. */
async function zoomIn(times: number): Promise<void> {
  await pointAt(200, 200);
  const frame = screen.getByRole('application', { name: 'Picture' });
  for (let time = 0; time < times; time += 1) {
    fireEvent(frame, new WheelEvent('wheel', { bubbles: true, clientX: 200, clientY: 200, deltaY: -240 }));
  }
}

const LARGE = { width: 4_096, height: 4_096 };

describe('zooming into a section', () => {
  it('fills the visible part with the pixels of the files, in the contrast and colour of the preview', async () => {
    const { painted, reads } = renderSection([{ ...LARGE, valueAt: (x, y) => (x + 3 * y) % 60_000 }]);
    await pointAt(200, 200);
    await waitFor(() => expect(reads).toHaveLength(1));
    await zoomIn(5);
    await waitFor(() => expect(painted(true)).toBeDefined());
    const [, rect = { left: 0, top: 0, right: 0, bottom: 0 }] = reads;
    // 4096 / 2^5 pixels are visible, with a margin.
    expect(rect.left).toBeLessThanOrEqual(1_984);
    expect(rect.right).toBeGreaterThanOrEqual(2_112);
    expect(rect.right - rect.left).toBeLessThan(300);
    const [layer] = painted(true)?.layers ?? [];
    const [preview] = painted()?.layers ?? [];
    expect(layer).toMatchObject({ contrast: preview?.contrast, colour: preview?.colour });
    const columns = rect.right - rect.left;
    expect(layer?.width).toBe(columns);
    layer?.plane.forEach((value, index) =>
      expect(value).toBe((rect.left + (index % columns) + 3 * (rect.top + Math.floor(index / columns))) % 60_000),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Colours and contrast' }));
    fireEvent.change(screen.getByLabelText('ch01 white'), { target: { value: '150' } });
    await waitFor(() => expect(painted(true)?.layers[0]?.contrast.white).toBe(150));
    fireEvent.click(screen.getByRole('button', { name: 'Fit to window' }));
    await waitFor(() => expect(document.querySelector('[data-sharp]')).toBeNull());
  });

  it('stops reading the pixels from which the window has moved away', async () => {
    const { reads, signals } = renderSection([{ ...LARGE, valueAt: () => 1 }]);
    await pointAt(200, 200);
    await waitFor(() => expect(reads).toHaveLength(1));
    await zoomIn(5);
    await waitFor(() => expect(reads).toHaveLength(2));
    await zoomIn(1);
    await waitFor(() => expect(reads).toHaveLength(3));
    expect(signals.slice(1).map(({ aborted }) => aborted)).toEqual([true, false]);
    fireEvent.click(screen.getByRole('button', { name: 'Fit to window' }));
    await waitFor(() => expect(signals.slice(1).map(({ aborted }) => aborted)).toEqual([true, true]));
  });

  it('reads nothing if the preview is as large as the image', async () => {
    const { reads } = renderSection([{ width: 8, height: 8, valueAt: () => 1 }]);
    await pointAt(200, 200);
    await waitFor(() => expect(reads).toHaveLength(1));
    jest.useFakeTimers();
    fireEvent(
      screen.getByRole('application', { name: 'Picture' }),
      new WheelEvent('wheel', { bubbles: true, clientX: 200, clientY: 200, deltaY: -900 }),
    );
    await act(() => pass(1_000));
    expect(reads).toHaveLength(1);
  });

  it('keeps the preview and says why if the file can not be read', async () => {
    const { painted } = renderSection([LARGE]);
    await zoomIn(3);
    expect(await screen.findByText('ch01: preview only. The file could not be read.')).toBeVisible();
    expect(painted(true)?.layers[0]?.plane.length).toBeLessThanOrEqual(64);
  });

  it('says that it needs to be zoomed further if too many pixels are visible', async () => {
    renderSection([{ width: 20_000, height: 20_000, valueAt: () => 1 }]);
    await zoomIn(1);
    expect(await screen.findByText('Zoom in further to see the pixels of the file.')).toBeVisible();
  });
});
