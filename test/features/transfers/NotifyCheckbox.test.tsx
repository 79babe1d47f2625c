import { act, screen } from '@testing-library/react';
import { notificationsAllowed, notificationsRequested } from '../../../src/transfers/panel/panelSlice';
import { anUploadFile } from '../../support/builders';
import { renderPanel } from './renderPanel';

it('the notification checkbox is checked only after the browser has granted permission', () => {
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
