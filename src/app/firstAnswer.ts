import { projectsApi } from '../api/projects';
import { wait } from '../platform/wait';
import type { AppStore } from './createAppStore';

/** Without a session there is no answer, and a server may keep one waiting. */
const LONGEST_WAIT_MS = 3_000;

/** Resolves when the first screen can be drawn, or would be late in any case. */
export function untilFirstAnswer({ getState, subscribe }: Pick<AppStore, 'getState' | 'subscribe'>): Promise<void> {
  const selectProjects = projectsApi.endpoints.listProjects.select();
  const settled = new Promise<void>((resolve) => {
    const unsubscribe = subscribe(() => {
      const { isSuccess, isError } = selectProjects(getState());
      if (!isSuccess && !isError) return;
      unsubscribe();
      resolve();
    });
  });
  return Promise.race([settled, wait(LONGEST_WAIT_MS)]);
}
