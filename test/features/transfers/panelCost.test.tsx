import { act, screen } from '@testing-library/react';
import { Profiler, type ReactNode } from 'react';
import { progressSampled, startSent, uploadStarted } from '../../../src/transfers/uploads/uploadsSlice';
import { anUploadFile } from '../../support/builders';
import { renderPanel } from './renderPanel';

/** Most nodes of the document that a progress update changes: texts and bars of the active file and of the queue. */
const MOST_CHANGES = 8;
/** Rows that fit into the panel of the test, and some above and below. */
const MOST_ROWS = 30;

it('the panel of transfers renders once for a progress update with 10,000 uploads, and changes a few nodes', () => {
  const uploads = Array.from({ length: 10_000 }, (_, index) => anUploadFile({ id: `f${index}`, size: 1_000_000 }));
  let renders = 0;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Profiler id="panel" onRender={() => (renders += 1)}>
      {children}
    </Profiler>
  );
  const { store } = renderPanel({ uploads }, undefined, wrapper);
  act(() => {
    store.dispatch(startSent({ id: 'f0' }));
    store.dispatch(uploadStarted({ id: 'f0', uploadId: 'up', at: 0 }));
  });
  renders = 0;
  const changes = new MutationObserver(() => undefined);
  changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  act(() => void store.dispatch(progressSampled({ id: 'f0', inFlight: { 1: 500_000 } })));
  expect(renders).toBe(1);
  const changed = changes.takeRecords().length;
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThanOrEqual(MOST_CHANGES);
  expect(screen.getAllByRole('listitem').length).toBeLessThanOrEqual(MOST_ROWS);
});
