import { fireEvent, render, screen, waitFor } from '@testing-library/react';
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
});

it('scrolls to the row to reveal, which need not be mounted', async () => {
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1000 * ROW_HEIGHT);
  renderGrid(1000, ROW_HEIGHT, 'row 700');
  expect(await screen.findByText('row 700')).toBeInTheDocument();
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
