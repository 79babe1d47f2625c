import { useEffect, useEffectEvent, useState } from 'react';
import type { ComparedFile } from '@data-manager/domain/compare/comparedFiles';
import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { isNamedLikeTiff } from '@data-manager/domain/names/grammar';
import { readImageCheck } from '@data-manager/domain/pictures/check/imageProblem';
import { readBytes } from '../../platform/reading/readBytes';
import type { ResultAccess } from './useComparison';

type Problems = ReadonlyMap<string, ImageProblem>;

const NO_PROBLEMS: Problems = new Map();

interface CheckedGroups {
  readonly different: readonly ComparedFile[];
  readonly onlyLocal: readonly ComparedFile[];
}

/**
 * Returns by key why files of the folder are not complete images. Reads one after the other, a few kilobytes of each, and first
 * files that could replace a file.
 */
export function useDamagedFiles({ different, onlyLocal }: CheckedGroups, access: ResultAccess): Problems {
  const [found, setFound] = useState<CheckedGroups & { readonly problems: Problems }>();
  const fileAt = useEffectEvent((index: number) => access.fileAt(index)?.file);
  useEffect(() => {
    const stopped = new AbortController();
    const check = async (): Promise<void> => {
      const problems = new Map<string, ImageProblem>();
      for (const rows of [different, onlyLocal]) {
        const known = problems.size;
        for (const { key, local } of rows) {
          const file = local && fileAt(local.index);
          if (file === undefined || !isNamedLikeTiff(file.name)) continue;
          const result = await readBytes(file, readImageCheck(file.size), stopped.signal);
          if (stopped.signal.aborted) return;
          if (result.ok && result.value.problem !== undefined) problems.set(key, result.value.problem);
        }
        if (problems.size > known) setFound({ different, onlyLocal, problems: new Map(problems) });
      }
    };
    void check();
    return () => stopped.abort();
  }, [different, onlyLocal]);
  return found?.different === different && found.onlyLocal === onlyLocal ? found.problems : NO_PROBLEMS;
}
