import { useEffect, useEffectEvent, useState } from 'react';
import type { ComparedFile } from '@data-manager/domain/compare/comparedFiles';
import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { isNamedLikeTiff } from '@data-manager/domain/names/grammar';
import { readImageCheck } from '@data-manager/domain/pictures/imageProblem';
import { readBytes } from '../../platform/readBytes';
import type { ResultAccess } from './useComparison';

type Problems = ReadonlyMap<string, ImageProblem>;

const NO_PROBLEMS: Problems = new Map();

/** Returns by key why files of the folder are not complete images. Reads one after the other, a few kilobytes of each. */
export function useDamagedFiles(rows: readonly ComparedFile[], access: ResultAccess): Problems {
  const [found, setFound] = useState<{ readonly rows: readonly ComparedFile[]; readonly problems: Problems }>();
  const fileAt = useEffectEvent((index: number) => access.fileAt(index)?.file);
  useEffect(() => {
    const stopped = new AbortController();
    const check = async (): Promise<void> => {
      const problems = new Map<string, ImageProblem>();
      for (const { key, local } of rows) {
        const file = local && fileAt(local.index);
        if (file === undefined || !isNamedLikeTiff(file.name)) continue;
        const result = await readBytes(file, readImageCheck(file.size), stopped.signal);
        if (stopped.signal.aborted) return;
        if (result.ok && result.value.problem !== undefined) problems.set(key, result.value.problem);
      }
      if (problems.size > 0) setFound({ rows, problems });
    };
    void check();
    return () => stopped.abort();
  }, [rows]);
  return found?.rows === rows ? found.problems : NO_PROBLEMS;
}
