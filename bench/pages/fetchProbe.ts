/*
 * Runs in the real app on the page of a dataset: downloads its files into a folder of the browser's private file system,
 * whose handles are real.
 */

const FOLDER = 'fetched';
/** A user takes longer to choose a folder, and the app loads its code in the meantime. */
const CHOICE_MS = 1_000;

let folderChosenAt = 0;

async function chooseFolder(): Promise<FileSystemDirectoryHandle> {
  await new Promise((resolve) => setTimeout(resolve, CHOICE_MS));
  folderChosenAt = performance.now();
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

function fetchButton(): HTMLButtonElement | undefined {
  const buttons = [...document.querySelectorAll('button')];
  return buttons.find((one) => one.textContent === 'Download into a folder' && !one.disabled);
}

/** Clicks `Download into a folder`. Resolves with the seconds from the choice until the toast that all files are saved. */
async function fetchListed(text: string): Promise<number> {
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
  return (performance.now() - folderChosenAt) / 1_000;
}

async function removeFetched(): Promise<void> {
  await (await navigator.storage.getDirectory()).removeEntry(FOLDER, { recursive: true });
}

Object.assign(window, { showDirectoryPicker: chooseFolder, fetchButton, fetchListed, removeFetched });
