import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import { findDuplicates, LATEST_SCANS, type ImageChoice } from '@data-manager/domain/scans/imageChoice';

/** The choices among scans of the same image, by the hash of the dataset, or the path of a folder without metadata. */
type ScanChoices = Readonly<Record<string, ImageChoice>>;

const slice = createSlice({
  name: 'scanChoices',
  initialState: (): ScanChoices => ({}),
  reducers: {
    scansChosen: (state: ScanChoices, { payload: [id, choice] }: PayloadAction<readonly [string, ImageChoice]>) => ({
      ...state,
      [id]: choice,
    }),
  },
});

export const scanChoicesReducer = slice.reducer;

/** Returns the choice among the scans of a dataset, which its map, its preview and its jobs share. */
export function useImageChoice(id: string): readonly [ImageChoice, (choice: ImageChoice) => void] {
  const dispatch = useDispatch();
  const choice = useSelector((state: { readonly scanChoices: ScanChoices }) => state.scanChoices[id] ?? LATEST_SCANS);
  return [choice, (chosen) => void dispatch(slice.actions.scansChosen([id, chosen]))];
}

export type DuplicateScans = ReturnType<typeof useDuplicateScans>;

/** Returns the images of a dataset that were scanned more than once, and the files without the scans that are left out. */
export function useDuplicateScans(id: string, files: readonly FileItem[] | undefined, rootPath: string) {
  const [choice] = useImageChoice(id);
  return useMemo(() => {
    const duplicates = findDuplicates(files ?? [], rootPath, choice);
    const skipped = new Set(duplicates.flatMap(({ images, used }) => images.filter((image) => image !== used)));
    return { id, rootPath, duplicates, shownFiles: files?.filter((file) => !skipped.has(file)) };
  }, [id, files, rootPath, choice]);
}
