import type { SagaOf } from '@data-manager/lib/typedEffects';
import { shareMachine } from '../machine/shareMachine';
import { DOWNLOAD_COMMANDS, DownloadCommand, executeCommand, prepareCommand } from './downloadCommands';
import { runCancellations, runDownloads } from './driveDownload';
import { DOWNLOAD_PERSISTENCE, mirrorList, restoreList } from './persistDownloads';

/** Shares the download list among the tabs of a browser profile. */
export function* shareDownloads(): SagaOf<void> {
  yield* shareMachine({
    name: 'downloads',
    owner: 'lock',
    commands: DOWNLOAD_COMMANDS,
    schema: DownloadCommand,
    prepare: prepareCommand,
    execute: executeCommand,
    restore: (isDriver) => (isDriver ? restoreList() : mirrorList()),
    persistence: DOWNLOAD_PERSISTENCE,
    drive: [runCancellations, runDownloads],
  });
}
