import { Button, Flex, Text, UnstyledButton } from '@mantine/core';
import { useHotkeys, useThrottledValue } from '@mantine/hooks';
import { instrument, type LiftedStore } from '@redux-devtools/instrument';
import type { Action, StoreEnhancer } from '@reduxjs/toolkit';
import { useState, useSyncExternalStore } from 'react';
import { isRecord } from '@data-manager/lib/isRecord';
import { SearchField } from '../../ui/SearchField';
import { MAX_AGE } from './developmentTools';
import classes from './devTools.module.css';
import { createPlaceBesideApp } from './placeBesideApp';
import story from './replay/replay.module.css';
import { RowList } from './replay/RowList';

/** How actions and states are shown: the extension passes them through the same functions. */
interface Presentation {
  readonly action: (action: Action) => Action;
  readonly state: (state: unknown) => unknown;
}

interface PaneProps {
  readonly log: LiftedStore<unknown, Action, unknown>;
  readonly presentation: Presentation;
}

/** The pane shows changes of the app at most this often, in milliseconds. */
const SHOW_AFTER_MS = 500;

/** Creates an enhancer that instruments the store as the extension does, and shows its actions in a pane of the page. */
export function createPane(presentation: Presentation): StoreEnhancer {
  const enhance = instrument(undefined, { maxAge: MAX_AGE, shouldHotReload: true });
  return (next) => (reducer, preloadedState) => {
    const store = enhance(next)(reducer, preloadedState);
    createPlaceBesideApp()(<Pane log={store.liftedStore} presentation={presentation} />);
    return store;
  };
}

/** Closed at first, so that the page is as fast as with the extension. */
function Pane(props: PaneProps) {
  const [isOpen, setIsOpen] = useState(false);
  useHotkeys([['ctrl+H', () => setIsOpen(!isOpen)]], []);
  if (isOpen) return <OpenPane {...props} />;
  return (
    <Button size="compact-xs" c="dimmed" className={classes.chip ?? ''} onClick={() => setIsOpen(true)}>
      DevTools (Ctrl+H)
    </Button>
  );
}

/** The actions, the latest one first, and what the chosen one changed. */
function OpenPane({ log, presentation }: PaneProps) {
  const [filter, setFilter] = useState('');
  const [isBelow, setIsBelow] = useState(false);
  useHotkeys([['ctrl+Q', () => setIsBelow(!isBelow)]], []);
  const latest = useSyncExternalStore(
    (onChange) => log.subscribe(onChange),
    () => log.getState(),
  );
  const { actionsById, stagedActionIds, skippedActionIds, computedStates, currentStateIndex } = useThrottledValue(
    latest,
    SHOW_AFTER_MS,
  );
  const actionOf = (id: number) => presentation.action(actionsById[id]?.action ?? { type: '' });
  const rows = stagedActionIds.filter((id) => filter === '' || actionOf(id).type.includes(filter)).reverse();
  const currentId = stagedActionIds[currentStateIndex] ?? 0;
  const [before, state] = [computedStates[currentStateIndex - 1]?.state, computedStates[currentStateIndex]?.state];
  const details = {
    action: actionOf(currentId),
    changes: presentation.state(changesOf(before, state)),
    state: presentation.state(state),
  };
  return (
    <Flex
      component="section"
      direction="column"
      aria-label="DevTools"
      className={classes.pane}
      mod={{ below: isBelow }}
    >
      <Flex>
        <SearchField label="Filter actions" value={filter} onChange={setFilter} />
      </Flex>
      <RowList
        label="Actions"
        rows={rows}
        rowHeight={28}
        current={-1}
        renderRow={(id) => (
          <Flex align="center">
            <UnstyledButton
              className={story.row}
              fz="sm"
              aria-current={id === currentId && 'step'}
              onClick={() => log.dispatch({ type: 'JUMP_TO_ACTION', actionId: id })}
            >
              {actionOf(id).type}
            </UnstyledButton>
            <Button
              size="compact-xs"
              flex="none"
              variant={skippedActionIds.includes(id) ? 'filled' : 'default'}
              aria-pressed={skippedActionIds.includes(id)}
              onClick={() => log.dispatch({ type: 'TOGGLE_ACTION', id })}
            >
              Skip
            </Button>
          </Flex>
        )}
      />
      <Text component="pre" h="50%" m={0} p="xs" ff="monospace" fz="xs" style={{ overflow: 'auto' }}>
        {JSON.stringify(details, undefined, 2)}
      </Text>
    </Flex>
  );
}

/** Returns the members of a state that differ from those before. */
function changesOf(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return after;
  const changed = Object.entries(after).filter(([name, value]) => value !== before[name]);
  return Object.fromEntries(changed.map(([name, value]) => [name, changesOf(before[name], value)] as const));
}
