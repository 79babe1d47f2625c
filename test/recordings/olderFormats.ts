import type { TimedEntry } from '../../src/app/recorder/logEntry';

interface RecordingFile {
  readonly payload: string;
  readonly preloadedState: string;
  readonly recording: { readonly format: number; readonly log: readonly TimedEntry[] };
}

type Change = (log: readonly TimedEntry[]) => readonly TimedEntry[];

/** Writes a recording as format 4 did, which had neither the messages to other tabs nor the hashes of states. */
export function inFormat4(text: string): string {
  return inFormat(text, 4, (log) =>
    log
      .filter((entry) => !(entry.kind === 'called' && entry.label.startsWith('tabs.post ')))
      .map((entry) => ({ ...entry, changed: undefined })),
  );
}

/**
 * Writes a recording as format 3 did, which lacked the effects of the session's sagas: the transfers began after the login,
 * which came from outside.
 */
export function inFormat3(text: string): string {
  return inFormat(inFormat4(text), 3, (log) => {
    const [first, started, ...rest] = log;
    const login = rest.findIndex(({ kind }) => kind === 'action');
    const [action, watched] = rest.slice(login);
    if (first === undefined || started === undefined || action === undefined) return log;
    const isOfSession = (entry: TimedEntry): boolean =>
      entry === action ||
      entry === watched ||
      (entry.kind === 'called' && (entry.label === 'session.check' || entry.label === 'sessionStorage.get')) ||
      entry === rest.find(({ kind }) => kind === 'other');
    const transfers = rest
      .filter((entry) => !isOfSession(entry))
      .map((entry) =>
        entry.kind === 'action' && entry.by === 'sagas'
          ? ({ ...entry, by: 'transfers' } as unknown as TimedEntry)
          : entry,
      );
    return [first, { ...action, by: 'page' } as TimedEntry, first, started, ...transfers];
  });
}

function inFormat(text: string, format: number, change: Change): string {
  const file = JSON.parse(text) as RecordingFile;
  return JSON.stringify({ ...file, recording: { ...file.recording, format, log: change(file.recording.log) } });
}
