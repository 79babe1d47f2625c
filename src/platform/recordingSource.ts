/** Where `npm run replay -- FILE --open` serves the recording. */
const RECORDING_URL = '/recording.json';

/** A replay to open instead of the app. */
interface RequestedReplay {
  /** The number of actions after which it opens. */
  readonly step: number | undefined;
  readonly readText: () => Promise<string>;
}

/** Returns the replay that the address `/?replay` or `/?replay=STEP` requests, if any. */
export function requestedReplay(window: Window): RequestedReplay | undefined {
  const requested = new URL(window.location.href).searchParams.get('replay');
  if (requested === null) return undefined;
  return {
    step: /^\d+$/.test(requested) ? Number(requested) : undefined,
    readText: () => (window.opener === null ? fetchText() : receiveText(window, window.opener as Window)),
  };
}

async function fetchText(): Promise<string> {
  const response = await fetch(RECORDING_URL);
  return response.ok ? response.text() : '';
}

const READY = 'replay-ready';

/** Asks the page that opened this one for the recording that was dropped there. */
function receiveText(window: Window, opener: Window): Promise<string> {
  return new Promise((resolve) => {
    window.addEventListener('message', ({ origin, source, data }) => {
      if (origin === window.location.origin && source === opener && typeof data === 'string') resolve(data);
    });
    opener.postMessage(READY, window.location.origin);
  });
}

/** Opens a recording that is dropped on the page in a new tab. Other files are left to the page. */
export function openDroppedRecordings(window: Window): void {
  window.addEventListener(
    'drop',
    (event) => {
      const file = event.dataTransfer?.files[0];
      if (file === undefined || !isRecordingText(readNow(file))) return;
      event.preventDefault();
      event.stopPropagation();
      const opened = window.open('/?replay');
      window.addEventListener('message', ({ origin, source, data }) => {
        if (origin !== window.location.origin || source !== opened || data !== READY) return;
        void file.text().then((text) => opened?.postMessage(text, origin));
      });
    },
    { capture: true },
  );
}

/** Returns true for the beginning of a recording, whatever its file is called. Exports of Redux DevTools begin in the same way. */
function isRecordingText(text: string): boolean {
  return /^\s*\{\s*"payload"\s*:/.test(text);
}

/** Longer than what every recording begins with. */
const HEAD_BYTES = 64;

/** Reads the beginning of a file at once: an event can't be given back to the page after a promise. Empty for folders. */
function readNow(file: File): string {
  const url = URL.createObjectURL(file.slice(0, HEAD_BYTES));
  const request = new XMLHttpRequest();
  try {
    request.open('GET', url, false);
    request.send();
    return request.responseText;
  } catch {
    return '';
  } finally {
    URL.revokeObjectURL(url);
  }
}
