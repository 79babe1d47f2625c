import { Button, Flex, Group, NativeSelect, Stack, Tabs, Text, UnstyledButton } from '@mantine/core';
import { useMemo, useState, useSyncExternalStore, useTransition } from 'react';
import { formatDuration } from '@data-manager/lib/formatDuration';
import { formatCount } from '@data-manager/lib/formatNumber';
import { formatDay } from '@data-manager/lib/formatTime';
import { once } from '@data-manager/lib/once';
import { counted } from '@data-manager/lib/plural';
import { Sentence } from '../../../platform/Sentence';
import { SearchField } from '../../../ui/SearchField';
import { createSummarise } from '../summary';
import type { Recording } from './parseRecording';
import * as story from './recordedStory';
import type { StoryFilter, StoryKind, StoryRow } from './recordedStory';
import classes from './replay.module.css';
import type { Replay } from './replayStore';
import { RowList } from './RowList';

const COLORS: Readonly<Record<StoryRow['kind'], string>> = {
  failures: 'var(--mantine-color-error)',
  retries: 'var(--mantine-color-orange-6)',
  waits: 'var(--mantine-color-orange-6)',
  commands: 'var(--mantine-primary-color-filled)',
  everything: 'transparent',
};

const DOTTED_LINE = { borderInlineStart: '2px dotted var(--mantine-color-default-border)', paddingInlineStart: '1rem' };

/** A time without an event is drawn from this length on, in milliseconds. */
const SHORTEST_PAUSE_MS = 1_000;

const JUMPS = { failures: 'failure', retries: 'retry', differences: 'difference' } as const;

/** What happened, line by line or file by file. A click shows the app at that time, and the action. */
export function Story({ recording, rows, store }: Replay) {
  const step = useSyncExternalStore((onChange) => store.view.subscribe(onChange), store.step);
  const [filter, setFilter] = useState<StoryFilter>({ kind: 'highlights', machine: '', file: '' });
  const [tab, setTab] = useState<string | null>('events');
  const [missing, setMissing] = useState('');
  const [differences, setDifferences] = useState<ReadonlySet<number>>();
  const [isSearching, startSearch] = useTransition();
  const [search] = useState(() => once(() => story.differentSteps(recording)));
  const shown = useMemo(() => story.filterStory(rows, filter, differences), [rows, filter, differences]);
  const lanes = useMemo(() => [...story.lanesOf(rows)], [rows]);
  const shownLanes = useMemo(() => {
    const names = new Set(shown.map(({ name }) => name));
    return lanes.filter(([name]) => names.has(name));
  }, [lanes, shown]);
  const machines = useMemo(() => [...new Set(rows.map(({ machine }) => machine))].sort(), [rows]);
  const chooseKind = (kind: StoryKind) => {
    setFilter({ ...filter, kind });
    if (kind === 'differences') startSearch(async () => setDifferences(await search()));
  };
  const showNext = (kind: StoryKind, noun: string, differing?: ReadonlySet<number>) => {
    const found = story.filterStory(rows, { ...filter, kind }, differing);
    const next = found.find((row) => row.step > step) ?? found[0];
    setMissing(next === undefined ? `There is no ${noun}.` : '');
    if (next !== undefined) store.jumpTo(next.step);
  };
  const searchNext = async (kind: StoryKind, noun: string) => {
    const differing = await search();
    // The user may have gone to another step meanwhile.
    if (store.step() === step) showNext(kind, noun, differing);
  };
  const openLane = (file: string, first: number) => {
    setFilter({ kind: 'everything', machine: '', file });
    setTab('events');
    store.jumpTo(first);
  };
  return (
    <Flex component="section" direction="column" mih={0} aria-label="Story" data-own-keys>
      <Stack gap="xs" p="xs">
        <Text size="sm" fw={600}>
          {story.summaryOf(recording, rows)}
        </Text>
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label="Kind"
            value={filter.kind}
            data={Object.entries(story.STORY_KINDS).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) => story.isStoryKind(value) && chooseKind(value)}
          />
          <NativeSelect
            size="xs"
            aria-label="Machine"
            value={filter.machine}
            data={[{ value: '', label: 'All machines' }, ...machines]}
            onChange={({ currentTarget: { value } }) => setFilter({ ...filter, machine: value })}
          />
          <SearchField label="Filter" value={filter.file} onChange={(file) => setFilter({ ...filter, file })} />
        </Group>
        <Group gap="xs">
          {Object.entries(JUMPS).map(([kind, noun]) => (
            <Button
              key={kind}
              size="compact-xs"
              onClick={() =>
                kind === 'differences' ? startSearch(() => searchNext(kind, noun)) : showNext(kind as StoryKind, noun)
              }
            >
              {`Next ${noun}`}
            </Button>
          ))}
          <Text size="xs" role="status">
            {isSearching ? 'Searching…' : missing}
          </Text>
        </Group>
      </Stack>
      <Tabs value={tab} onChange={setTab} keepMounted={false} display="contents">
        <Tabs.List>
          <Tabs.Tab value="events">{`Events (${formatCount(shown.length)})`}</Tabs.Tab>
          <Tabs.Tab value="lanes">{`Files and transfers (${formatCount(shownLanes.length)})`}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="events" display="contents">
          <Events rows={shown} actions={recording.actions} step={step} onChoose={store.jumpTo} />
        </Tabs.Panel>
        <Tabs.Panel value="lanes" display="contents">
          <Lanes lanes={shownLanes} rows={rows} onChoose={openLane} />
        </Tabs.Panel>
      </Tabs>
    </Flex>
  );
}

const summarise = createSummarise();

interface EventsProps {
  readonly rows: readonly StoryRow[];
  readonly actions: Recording['actions'];
  readonly step: number;
  readonly onChoose: (step: number) => void;
}

function Events({ rows, actions, step, onChoose }: EventsProps) {
  const current = rows.findLastIndex((row) => row.step <= step);
  const renderRow = (row: StoryRow, index: number) => (
    <>
      <Before row={row} earlier={rows[index - 1]} />
      <UnstyledButton
        className={classes.row}
        style={{ borderInlineStartColor: COLORS[row.kind] }}
        aria-current={index === current && 'step'}
        onClick={() => onChoose(row.step)}
      >
        <Text component="time" size="sm" c="dimmed" mr="sm">
          {formatClock(row.at)}
        </Text>
        <Text component="span" size="sm" translate="no">
          {row.title}
        </Text>
        {row.lasts !== undefined && <Text component="b" size="sm" fw={600}>{` for ${formatDuration(row.lasts)}`}</Text>}
        {row.detail !== undefined && (
          <Text size="sm" c="dimmed" component="div">
            <Sentence>{row.detail}</Sentence>
          </Text>
        )}
      </UnstyledButton>
      {row.step === step && (
        <Text component="pre" px="md" m={0} ff="monospace" fz="xs" style={{ overflow: 'auto' }}>
          {JSON.stringify(summarise(actions[step - 1]), undefined, 2)}
        </Text>
      )}
    </>
  );
  return <RowList label="Events" rows={rows} rowHeight={28} current={current} renderRow={renderRow} />;
}

/** The time that passed since the row above, and the day if it is another one. */
function Before({ row, earlier }: { readonly row: StoryRow; readonly earlier: StoryRow | undefined }) {
  const day = formatDay(row.at);
  const pause = row.at - (earlier?.at ?? row.at);
  const others = row.step - (earlier?.step ?? row.step - 1) - 1;
  const passed = [
    ...(pause >= SHORTEST_PAUSE_MS ? [formatDuration(pause)] : []),
    others === 0 ? 'no event' : counted(others, 'other event'),
  ];
  return (
    <>
      {(pause >= SHORTEST_PAUSE_MS || others > 0) && (
        // Ten times the time is drawn half a line higher.
        <Flex
          align="center"
          ms="lg"
          fz="xs"
          c="dimmed"
          style={DOTTED_LINE}
          mih={`${1.25 + Math.log10(1 + pause / 1_000) / 2}rem`}
        >
          {passed.join(', ')}
        </Flex>
      )}
      {(earlier === undefined || formatDay(earlier.at) !== day) && (
        <Text size="sm" fw={600} px="sm" pt="xs">
          {day}
        </Text>
      )}
    </>
  );
}

type Lane = readonly [name: string, rows: readonly StoryRow[]];

interface LanesProps {
  readonly lanes: readonly Lane[];
  /** All rows, for the time axis. */
  readonly rows: readonly StoryRow[];
  readonly onChoose: (name: string, firstStep: number) => void;
}

function Lanes({ lanes, rows, onChoose }: LanesProps) {
  const [start, end] = [rows[0]?.at ?? 0, rows.at(-1)?.at ?? 1];
  const percent = (time: number): string => `${(100 * time) / Math.max(1, end - start)}%`;
  const mark = (key: string, at: number, lasts: number, backgroundColor: string) => (
    <span key={key} style={{ insetInlineStart: percent(at - start), width: percent(lasts), backgroundColor }} />
  );
  const markRow = ({ step, at, kind, lasts = 0 }: StoryRow) => mark(String(step), at, lasts, COLORS[kind]);
  // Waits that name no file concern all of them.
  const waits = rows
    .filter(({ name, lasts }) => name === undefined && lasts !== undefined)
    .map(({ step, at, lasts = 0 }) => mark(String(step), at, lasts, 'var(--mantine-color-orange-light)'));
  const renderLane = ([name, own]: Lane) => {
    const [first, last] = [own[0], own.at(-1)];
    return (
      <UnstyledButton className={classes.row} onClick={() => onChoose(name, first?.step ?? 0)}>
        <Text size="sm" translate="no">
          {name}
        </Text>
        <div className={classes.track}>
          {waits}
          {first && last && mark('all', first.at, last.at - first.at, COLORS.commands)}
          {own.filter(({ kind }) => kind === 'failures' || kind === 'retries').map(markRow)}
        </div>
      </UnstyledButton>
    );
  };
  return (
    <>
      <Group justify="space-between" px="sm" fz="sm" c="dimmed">
        <span>{formatClock(start)}</span>
        <span>Orange: waits and retries. Red: failures.</span>
        <span>{formatClock(end)}</span>
      </Group>
      <RowList label="Files and transfers" rows={lanes} rowHeight={44} current={-1} renderRow={renderLane} />
    </>
  );
}

const clock = once(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' }));

/** Formats for example `21:04:12.345`. */
export function formatClock(at: number): string {
  return `${clock().format(at)}.${String(at % 1_000).padStart(3, '0')}`;
}
