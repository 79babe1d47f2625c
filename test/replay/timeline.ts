import type { UnknownAction } from '@reduxjs/toolkit';
import { INSIDE, type TimedEntry } from '../../src/transfers/recorder/logEntry';
import type { Step } from './foldActions';
import type { Recording } from './parseRecording';
import { tellChange } from './tellChange';

const KIND_WIDTH = 8;
const NAME_WIDTH = 32;
/** What is longer is cut off: the file has all of it. */
const MOST_LETTERS = 160;

/** What happened when: a line for each command, fact, question and answer. */
export function tellTimeline({ log }: Pick<Recording, 'log'>, steps: readonly Step[]): readonly string[] {
  const start = log[0]?.at ?? 0;
  const asked = new Map<number, string>();
  const left = steps.values();
  return log.flatMap((entry) => {
    const told = entry.kind === 'action' ? tellAction(entry.action, left.next().value) : tellEntry(entry, asked);
    return told === undefined ? [] : [`${tellTime(entry.at - start)}  ${told}`];
  });
}

/** Of a fact, what it changed; of a command, what is asked for. */
function tellAction(action: UnknownAction, step: Step | undefined): string {
  const { type, payload } = action;
  const change = step === undefined ? '' : tellChange(step.before, step.after);
  const kind = type.endsWith('Requested') ? 'command' : 'fact';
  return line(kind, type, change === '' && payload !== undefined ? JSON.stringify(payload) : change);
}

/** Nothing of what happens between sagas or takes no time: it is there for the replay. */
function tellEntry(entry: TimedEntry, asked: Map<number, string>): string | undefined {
  switch (entry.kind) {
    case 'started':
      return line('start', 'the sagas of the transfers', '');
    case 'asked': {
      const { call, what, about } = entry;
      if (what === INSIDE || what === 'delay') return undefined;
      const name = `${what} #${call}`;
      asked.set(call, name);
      return line('asked', name, about === undefined ? '' : JSON.stringify(about));
    }
    case 'answered': {
      const name = asked.get(entry.call);
      return name && line('answer', name, JSON.stringify(entry.answer));
    }
    case 'threw':
      return line('threw', asked.get(entry.call) ?? `#${entry.call}`, entry.message);
    case 'heard':
      return line('heard', entry.what, JSON.stringify(entry.message));
    case 'noted':
      return line('note', entry.what, JSON.stringify(entry.about));
    default:
      return undefined;
  }
}

function line(kind: string, name: string, about: string): string {
  const cut = about.length > MOST_LETTERS ? `${about.slice(0, MOST_LETTERS)} …` : about;
  return `${kind.padEnd(KIND_WIDTH)} ${name.padEnd(NAME_WIDTH)} ${cut}`.trimEnd();
}

/** `+1:02:03.456` */
export function tellTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `+${clock}.${String(milliseconds % 1_000).padStart(3, '0')}`;
}
