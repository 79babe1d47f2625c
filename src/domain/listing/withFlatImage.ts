import type { FileListing } from './fileListing';

/** Marks an image as flat. Returns the same listing if it lacks the image or knows that already. */
export function withFlatImage(listing: FileListing, key: string): FileListing {
  const files = listing.files.map((list) => {
    const index = list.findIndex(({ path }) => path === key);
    const file = list[index];
    if (file?.naming === undefined || file.unreadable !== undefined || file.isFlat === true) return list;
    return Object.freeze(list.with(index, { ...file, isFlat: true }));
  });
  return files.every((list, index) => list === listing.files[index]) ? listing : { ...listing, files };
}
