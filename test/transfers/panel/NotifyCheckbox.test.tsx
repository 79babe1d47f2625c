import { act, screen } from '@testing-library/react';
import { notificationsAllowed, notificationsRequested } from '../../../src/transfers/panel/panelSlice';
import { anUploadFile } from '../../support/builders';
import { renderPanel } from './renderPanel';

describe('the wish to be notified', () => {
  it('is a box to tick beside the queue, ticked only when the browser allows it', () => {
    const { store, lastAction } = renderPanel({ uploads: [anUploadFile()] });
    const box = screen.getByRole('checkbox', { name: 'Notify me when done' });
    act(() => box.click());
    expect(lastAction()).toEqual(notificationsRequested({ wanted: true }));
    expect(box).not.toBeChecked();
    act(() => void store.dispatch(notificationsAllowed()));
    expect(box).toBeChecked();
    act(() => box.click());
    expect(lastAction()).toEqual(notificationsRequested({ wanted: false }));
  });
});
