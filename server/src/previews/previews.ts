import { objectPath, type DataFolder } from '../objects/dataFolder';
import type { StoredObject } from '../objects/objectStore';
import { createPreviewCache, previewName, type PreviewCache } from './previewCache';
import { renderPreview, type PreviewKind } from './renderPreview';

/** Makes previews, or finds those made before. */
export interface Previews {
  /** A PNG of the object; undefined where it is no image that can be read, or has just been removed. */
  of(object: StoredObject, kind: PreviewKind): Promise<Buffer | undefined>;
}

/** Previews of the objects in a data folder: each is made once, also when many ask for it at the same time. */
export function createPreviews(folder: DataFolder, cache: PreviewCache = createPreviewCache(folder)): Previews {
  const underWay = new Map<string, Promise<Buffer | undefined>>();

  async function findOrMake(object: StoredObject, kind: PreviewKind, name: string): Promise<Buffer | undefined> {
    const known = await cache.get(name);
    if (known !== undefined) return known;
    const made = await renderPreview(objectPath(folder, object.key), kind);
    // What can't be kept, on a full disk say, is shown all the same.
    if (made !== undefined) await cache.put(name, made).catch(() => undefined);
    return made;
  }

  return {
    of(object, kind) {
      const name = previewName(object, kind);
      const found = underWay.get(name) ?? findOrMake(object, kind, name).finally(() => underWay.delete(name));
      underWay.set(name, found);
      return found;
    },
  };
}
