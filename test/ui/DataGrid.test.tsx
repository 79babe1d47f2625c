import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { PortsContext } from '../../src/platform/portsContext';
import { DataGrid } from '../../src/ui/DataGrid';
import { giveElementsSizes } from '../support/elementSizes';
import { createFakePorts } from '../support/fakePorts';

/** Row height set by `giveElementsSizes`, px. */
const ROW_HEIGHT = 40;

interface NumberedRow {
  readonly name: string;
}

function rowsOf(count: number): readonly NumberedRow[] {
  return Array.from({ length: count }, (_, index) => ({ name: `row ${index}` }));
}

const COLUMNS = [{ id: 'name', header: 'Name', cell: ({ name }: NumberedRow) => name }];
const nameOf = ({ name }: NumberedRow): string => name;

function renderGrid(count: number, rowHeight: number, revealed?: string): void {
  render(
    <PortsContext value={createFakePorts()}>
      <DataGrid
        label="Numbers"
        columns={COLUMNS}
        rows={rowsOf(count)}
        rowId={nameOf}
        rowName={nameOf}
        rowHeight={rowHeight}
        revealed={revealed === undefined ? undefined : { key: revealed, isRow: ({ name }) => name === revealed }}
        selectable
        empty={null}
      />
    </PortsContext>,
  );
}

function lengthOfList(): string | undefined {
  return screen.getByRole('grid').querySelector<HTMLElement>('[data-windowed]')?.style.height;
}

beforeEach(() => giveElementsSizes());

describe('a long list', () => {
  it.each([36, 60])('takes its height from the measured first rows if a row was estimated at %i px', async (guess) => {
    renderGrid(1000, guess);
    await waitFor(() => expect(lengthOfList()).toBe(`${1000 * ROW_HEIGHT}px`));
  });

  it('mounts a part of its rows while it is hidden, although they have no height', async () => {
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(0);
    renderGrid(1000, ROW_HEIGHT);
    await waitFor(() => expect(lengthOfList()).toBe(`${1000 * ROW_HEIGHT}px`));
    expect(screen.getAllByRole('row').length).toBeLessThan(100);
  });
});

it('scrolls to the row to reveal, which need not be mounted', async () => {
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1000 * ROW_HEIGHT);
  renderGrid(1000, ROW_HEIGHT, 'row 700');
  expect(await screen.findByText('row 700')).toBeInTheDocument();
});

describe('a list that is taller than browsers allow', () => {
  const COUNT = 1_000_000;
  /** Height of the element in all browsers, with the head of the list, px. */
  const SCROLL_HEIGHT = 16_000_000 + 34;
  const LAST = SCROLL_HEIGHT - 600;

  /** Scrolls as a browser does, which reports it later. */
  function scrollLater(this: HTMLElement, options?: ScrollToOptions | number): void {
    this.scrollTop = typeof options === 'object' ? (options.top ?? 0) : 0;
    queueMicrotask(() => act(() => void this.dispatchEvent(new Event('scroll'))));
  }

  async function renderTallGrid(revealed?: string) {
    HTMLElement.prototype.scrollTo = scrollLater;
    jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(SCROLL_HEIGHT);
    renderGrid(COUNT, ROW_HEIGHT, revealed);
    await waitFor(() => expect(lengthOfList()).toBe('16000000px'));
    const scroller = screen.getByRole('grid').querySelector('[role=presentation]');
    if (scroller === null) throw new Error('The list does not scroll');
    return {
      scroller,
      scrollTo: (top: number) =>
        act(() => {
          scroller.scrollTo({ top });
          return Promise.resolve();
        }),
    };
  }

  /** Returns the position of a row in the visible part of the list, px. */
  function placeOf(name: string, scroller: Element): number {
    const row = screen.getByText(name).closest<HTMLElement>('[role=row]');
    return Number(/translateY\((.*)px\)/.exec(row?.style.transform ?? '')?.[1]) - scroller.scrollTop;
  }

  it('can be scrolled to its last row, which is at the bottom', async () => {
    const { scroller, scrollTo } = await renderTallGrid();
    await scrollTo(LAST);
    expect(placeOf('row 999999', scroller)).toBe(600 - 34 - ROW_HEIGHT);
    await scrollTo(0);
    expect(placeOf('row 0', scroller)).toBe(0);
  });

  it('shows the row in proportion to the scroll position, at its place in the window', async () => {
    const { scroller, scrollTo } = await renderTallGrid();
    await scrollTo(LAST / 4);
    const first = Math.ceil((COUNT * ROW_HEIGHT - 566) / 4 / ROW_HEIGHT);
    expect(placeOf(`row ${first}`, scroller)).toBeGreaterThanOrEqual(0);
    expect(placeOf(`row ${first}`, scroller)).toBeLessThan(ROW_HEIGHT);
    expect(placeOf(`row ${first + 2}`, scroller) - placeOf(`row ${first}`, scroller)).toBe(2 * ROW_HEIGHT);
  });

  it('moves the focus to its last and first row with End and Home', async () => {
    const { scroller } = await renderTallGrid();
    screen.getByRole('checkbox', { name: 'row 0' }).focus();
    fireEvent.keyDown(screen.getByRole('checkbox', { name: 'row 0' }), { key: 'End' });
    expect(screen.getByRole('checkbox', { name: 'row 999999' })).toHaveFocus();
    expect(scroller.scrollTop).toBeCloseTo(LAST);
    await act(() => Promise.resolve());
    fireEvent.keyDown(screen.getByRole('checkbox', { name: 'row 999999' }), { key: 'ArrowUp' });
    expect(scroller.scrollTop).toBeCloseTo(LAST);
    await act(() => Promise.resolve());
    fireEvent.keyDown(screen.getByRole('checkbox', { name: 'row 999998' }), { key: 'Home' });
    expect(screen.getByRole('checkbox', { name: 'row 0' })).toHaveFocus();
    expect(scroller.scrollTop).toBe(0);
  });

  it('scrolls to the row to reveal', async () => {
    const { scroller } = await renderTallGrid('row 700000');
    expect(await screen.findByText('row 700000')).toBeInTheDocument();
    expect(placeOf('row 700000', scroller)).toBeGreaterThan(200);
    expect(placeOf('row 700000', scroller)).toBeLessThan(400);
  });
});

it('leaves the arrow keys to scrollable text in a row', () => {
  render(
    <PortsContext value={createFakePorts()}>
      <DataGrid
        label="Texts"
        columns={[
          {
            id: 'text',
            header: 'Text',
            cell: ({ name }: NumberedRow, tabIndex) => <pre tabIndex={tabIndex}>{name}</pre>,
          },
        ]}
        rows={rowsOf(2)}
        rowId={nameOf}
        rowName={nameOf}
        empty={null}
      />
    </PortsContext>,
  );
  const wasLeft = fireEvent.keyDown(screen.getByText('row 0'), { key: 'ArrowDown' });
  expect(wasLeft).toBe(true);
});
