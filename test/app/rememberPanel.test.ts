/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import '../support/devToolsExtension';
import { createDevelopmentTools } from '../../src/app/devtools/developmentTools';
import { collapseToggled, tabChosen } from '../../src/transfers/panel/panelSlice';
import { createTestStore } from '../support/createTestStore';
import { openDevTools } from '../support/devToolsExtension';
import { createFakePorts } from '../support/fakePorts';

it('the transfers panel keeps its state across a reload, and is open in a new tab', () => {
  const ports = createFakePorts();
  const visit = (act: (store: ReturnType<typeof createTestStore>['store']) => void = () => undefined): boolean => {
    const { store, stop } = createTestStore({ ports });
    act(store);
    const { collapsed } = store.getState().panel;
    stop();
    return collapsed;
  };
  expect(visit()).toBe(false);
  expect(visit(({ dispatch }) => dispatch(collapseToggled()))).toBe(true);
  expect(visit()).toBe(true);
  expect(visit(({ dispatch }) => dispatch(collapseToggled()))).toBe(false);
  expect(visit()).toBe(false);
  expect(visit(({ dispatch }) => dispatch(collapseToggled()))).toBe(true);
  expect(visit(({ dispatch }) => dispatch(tabChosen({ tab: 'uploads' })))).toBe(false);
  expect(visit()).toBe(false);
});

it('the transfers panel restores its present state, not an earlier one that DevTools shows', () => {
  const ports = createFakePorts();
  const { store, stop } = createTestStore({ ports, extensions: [createDevelopmentTools(ports)] });
  const tools = openDevTools(store);
  store.dispatch(collapseToggled());
  const kept = ports.sessionStorage.keys().map((key) => [key, ports.sessionStorage.get(key)]);
  expect(kept).toHaveLength(1);
  tools.jumpToStart();
  expect(store.getState().panel.collapsed).toBe(false);
  expect(ports.sessionStorage.keys().map((key) => [key, ports.sessionStorage.get(key)])).toEqual(kept);
  stop();
});
