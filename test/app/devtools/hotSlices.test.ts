import { replaceChangedSlices } from '../../../src/app/devtools/hotSlices';
import { transferReducers } from '../../../src/transfers/transferReducers';

const changed = (detail: object): Event => new CustomEvent('slice-changed', { detail });

it('replaces each slice whose module has changed, and keeps those that changed before', () => {
  const window = new EventTarget();
  const replace = jest.fn();
  replaceChangedSlices(window, replace);
  const downloads = (): undefined => undefined;
  const uploads = (): undefined => undefined;
  window.dispatchEvent(changed({ downloads }));
  expect(replace).toHaveBeenLastCalledWith({ ...transferReducers, downloads });
  window.dispatchEvent(changed({ uploads }));
  expect(replace).toHaveBeenLastCalledWith({ ...transferReducers, downloads, uploads });
});
