import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import type { ComparedFile } from '@data-manager/domain/compare/comparedFiles';
import { ComparedTable } from '../../../src/features/compare/ComparedTable';
import { DecisionsProvider } from '../../../src/features/compare/decisions';
import { PortsContext } from '../../../src/platform/portsContext';
import { createFakePorts } from '../../support/fakePorts';

const PATH = 'acme/project/dataset';

/** In the order in which they were compared. */
const ROWS: readonly ComparedFile[] = ['second.tif', 'first.tif'].map((name) => ({
  key: `${PATH}/${name}`,
  group: 'onlyServer',
  server: { key: `${PATH}/${name}`, size: 1 },
}));

const NO_DECISIONS: ComponentProps<typeof DecisionsProvider>['value'] = {
  states: new Map(),
  damaged: new Map(),
  mayReplace: () => false,
  replace: () => undefined,
  keep: () => undefined,
  localFile: () => undefined,
  renderPicture: () => null,
};

function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <PortsContext value={createFakePorts()}>
      <MantineProvider>
        <DecisionsProvider value={NO_DECISIONS}>{children}</DecisionsProvider>
      </MantineProvider>
    </PortsContext>
  );
}

function table(isGrowing: boolean): ReactNode {
  return (
    <ComparedTable
      label="Only on the server"
      path={PATH}
      group={{ rows: ROWS, size: 2 }}
      hasPictures={false}
      revealedKey={undefined}
      isGrowing={isGrowing}
      emptyTitle="Nothing"
    />
  );
}

function shownNames(): readonly (string | undefined)[] {
  return screen.getAllByText(/\.tif$/).map(({ textContent }) => /\w+\.tif/.exec(textContent)?.[0]);
}

it('a list of compared files sorts its files by name as soon as the comparison has ended', () => {
  const { rerender } = render(table(true), { wrapper: Providers });
  expect(shownNames()).toEqual(['second.tif', 'first.tif']);
  rerender(table(false));
  expect(shownNames()).toEqual(['first.tif', 'second.tif']);
});
