/*
 * Runs in the real app on the page of a dataset: downloads its files into a folder of the browser's private file system,
 * whose handles are real ones.
 */

const FOLDER = 'fetched';

async function openFetched(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

function fetchButton(): HTMLButtonElement | undefined {
  const buttons = [...document.querySelectorAll('button')];
  return buttons.find((one) => one.textContent === 'Download into a folder' && !one.disabled);
}

/** Clicks `Download into a folder` and resolves with the seconds until the toast says that all files are saved. */
async function fetchListed(text: string): Promise<number> {
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const observer = new MutationObserver(() => {
      const alert = document.querySelector('[role=alert]')?.textContent;
      if (alert === undefined) return;
      observer.disconnect();
      if (alert.includes(text)) resolve();
      else reject(new Error(alert));
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    fetchButton()?.click();
  });
  return (performance.now() - started) / 1_000;
}

async function removeFetched(): Promise<void> {
  await (await navigator.storage.getDirectory()).removeEntry(FOLDER, { recursive: true });
}

Object.assign(window, { showDirectoryPicker: openFetched, fetchButton, fetchListed, removeFetched });
