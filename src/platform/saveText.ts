import type { Ports } from './ports';

/** Browsers tell nobody when they have read what is saved: its address lives so long. */
const ADDRESS_LIFE_MS = 60_000;

/** Saves a text as a file, by a click on a link to it. */
export function createSaveText(document: Document): Ports['saveText'] {
  return (text, fileName, mediaType) => {
    const address = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = fileName;
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    setTimeout(() => URL.revokeObjectURL(address), ADDRESS_LIFE_MS);
  };
}
