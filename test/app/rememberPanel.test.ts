import { collapseToggled } from '../../src/transfers/panel/panelSlice';
import { createTestStore } from '../support/createTestStore';
import { createFakePorts } from '../support/fakePorts';

describe('the panel', () => {
  it('comes back as it was left after a reload, and open in a new tab', () => {
    const ports = createFakePorts();
    const visit = (act: (toggle: () => void) => void = () => undefined): boolean => {
      const { store, stop } = createTestStore({ ports });
      act(() => store.dispatch(collapseToggled()));
      const { collapsed } = store.getState().panel;
      stop();
      return collapsed;
    };
    expect(visit()).toBe(false);
    expect(visit((toggle) => toggle())).toBe(true);
    expect(visit()).toBe(true);
    expect(visit((toggle) => toggle())).toBe(false);
    expect(visit()).toBe(false);
  });
});
