import { fireEvent, screen, waitFor } from '@testing-library/react';
import { pointAt, renderSection } from '../../support/shownSection';

describe('the values under the pointer', () => {
  it('reads the values of the file, of all its samples, and of the pixel that is named', async () => {
    renderSection([
      {
        ...{ width: 4_000, height: 4_000, samples: 3, type: { kind: 'signed', bits: 16 } },
        valueAt: (x, y, sample) => -x + y + 10_000 * sample,
      },
    ]);
    const values = await pointAt(100, 300);
    await waitFor(() => expect(values).toHaveTextContent('1000, 3000ch01 2000, 12000, 22000'));
  });

  it('finds the values in the image of a camera that was mounted on its side', async () => {
    const stored = { width: 4_000, height: 2_000 };
    renderSection([
      {
        width: 2_000,
        height: 4_000,
        stored,
        orientation: 6,
        valueAt: (x, y) => 1_000 * y + x,
        preview: { width: 4, height: 8 },
      },
    ]);
    // The frame shows 200 × 400 of its pixels. The first row of the file is the right column.
    const values = await pointAt(299, 100);
    await waitFor(() => expect(values).toHaveTextContent('1990, 1000ch01 10000'));
  });

  it('does not read the values of a file that has been replaced by an image of another size', async () => {
    renderSection([{ width: 64, height: 64, stored: { width: 65, height: 64 }, valueAt: () => 5 }]);
    const values = await pointAt(0, 0);
    await waitFor(() => expect(values).toHaveTextContent('ch01 ≈ 100 (mean of 8 × 8 pixels)'));
  });

  it('reads the pixels around the pointer once', async () => {
    const { reads } = renderSection([{ width: 4_000, height: 4_000, valueAt: (x) => x }]);
    const values = await pointAt(100, 100);
    await waitFor(() => expect(values).toHaveTextContent('ch01 1000'));
    await pointAt(101, 100);
    expect(values).toHaveTextContent('1010, 1000ch01 1010');
    expect(reads).toHaveLength(1);
    await pointAt(300, 100);
    await waitFor(() => expect(values).toHaveTextContent('ch01 3000'));
    expect(reads).toHaveLength(2);
  });

  it('never shows the values of another pixel than the one that is named, also while they are read', async () => {
    renderSection([{ width: 4_000, height: 4_000, valueAt: (x, y) => x + y }]);
    const values = await pointAt(0, 0);
    const texts = new Set<string>();
    const observer = new MutationObserver(() => texts.add(values.textContent));
    observer.observe(values, { subtree: true, childList: true, characterData: true });
    for (const x of [100, 101, 300, 12, 399, 100]) {
      await pointAt(x, x);
      await waitFor(() => expect(values).toHaveTextContent(`${10 * x}, ${10 * x}ch01 ${20 * x}`));
    }
    observer.disconnect();
    const read = [...texts].flatMap((text) => {
      const [, column, row, value] = /^(\d+), (\d+)ch01 (\d+)$/.exec(text) ?? [];
      return value === undefined ? [] : [[Number(column) + Number(row), Number(value)]];
    });
    expect(texts).toContain('3000, 3000ch01 …');
    expect(read.length).toBeGreaterThanOrEqual(5);
    for (const [expected, value] of read) expect(value).toBe(expected);
  });

  it('shows means with three digits if the file can not be read, or the server does not offer it', async () => {
    const { server } = renderSection([{ width: 64, height: 64 }]);
    const values = await pointAt(399, 399);
    await waitFor(() => expect(values).toHaveTextContent('63, 63ch01 ≈ 163 (mean of 8 × 8 pixels)'));
    expect(server.calls.filter(({ path }) => path === '/manage/files/urls')).toHaveLength(1);
  });

  it('does not request values from a server that offers no URLs of files', async () => {
    const { server } = renderSection([{ width: 64, height: 64, valueAt: () => 5 }], []);
    expect(await pointAt(0, 0)).toHaveTextContent('0, 0ch01 ≈ 100 (mean of 8 × 8 pixels)');
    expect(server.calls.filter(({ path }) => path === '/manage/files/urls')).toEqual([]);
  });

  it('requests the files of all channels with one call', async () => {
    const file = { width: 64, height: 64, valueAt: (x: number) => x };
    const { server } = renderSection([file, file, file]);
    const values = await pointAt(200, 0);
    await waitFor(() => expect(values).toHaveTextContent('ch01 32ch02 32ch03 32'));
    expect(server.calls.filter(({ path }) => path === '/manage/files/urls')).toHaveLength(1);
  });
});

describe('channels of different sizes', () => {
  const full = { width: 2_048, height: 2_048, valueAt: (x: number) => x };

  it('shows the same place of a binned channel, and says so', async () => {
    renderSection([full, { width: 1_024, height: 1_024, valueAt: (x) => x }]);
    const values = await pointAt(300, 0);
    await waitFor(() => expect(values).toHaveTextContent('1536, 0ch01 1536ch02 768'));
    expect(screen.getByRole('group', { name: 'Channel ch02' })).toHaveTextContent(
      '1024 × 1024 pixels, drawn 2 times as large',
    );
    fireEvent.click(screen.getByRole('checkbox', { name: 'ch01' }));
    // The coordinates are those of the picture that is seen.
    expect(values).toHaveTextContent('768, 0ch02 768');
  });

  it('knows the size of a pixel of a binned channel although the full one has never been shown', async () => {
    renderSection([full, { width: 1_024, height: 1_024, valueAt: (x) => x }], ['files.urls'], '?section=1&off=1');
    await screen.findByRole('img', { name: /^Section 1, channels ch02/ });
    expect(await screen.findByText('1024 × 1024 pixels, drawn 2 times as large')).toBeVisible();
  });

  it('draws an image of another shape from the top left without stretching it, and says so', async () => {
    const preview = { width: 8, height: 4 };
    const { painted } = renderSection([full, { width: 2_048, height: 1_024, valueAt: (_, y) => y, preview }]);
    const values = await pointAt(0, 100);
    await waitFor(() => expect(values).toHaveTextContent('0, 512ch01 0ch02 512'));
    await pointAt(0, 300);
    await waitFor(() => expect(values).toHaveTextContent(/^0, 1536ch01 0$/));
    expect(screen.getByRole('group', { name: 'Channel ch02' })).toHaveTextContent(
      '2048 × 1024 pixels, another shape: drawn from the top left',
    );
    const [, layer] = painted()?.layers ?? [];
    expect(painted()?.size).toEqual({ width: 8, height: 8 });
    expect(layer).toMatchObject({ width: 8, height: 8 });
    expect([...(layer?.plane ?? [])]).toEqual([
      ...Array.from({ length: 32 }, (_, index) => 100 + index),
      ...new Array<number>(32).fill(0),
    ]);
  });
});
