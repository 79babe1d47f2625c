import { gatherWords } from '../lib/gatherWords';

/** What the frame of the page says: header, start, shortcuts, and what stands in place of a part that fell over. */
export const appWords = gatherWords({
  skipToContent: 'Skip to the content',
  breadcrumb: 'Breadcrumb',
  logout: 'Logout',
  online: 'online',
  offline: 'offline',
  offlineMeans:
    'There is no network. Nothing is lost: uploads and downloads wait, and go on by themselves when it is back.',
  transferHistory: 'Transfer history',
  switchToDark: 'Switch to dark colours',
  switchToLight: 'Switch to light colours',

  transfersNotLoaded:
    'The part of the app that uploads and downloads could not be loaded. It is tried again by itself: what you asked for begins as soon as it is there.',
  projectsNotLoaded: 'The projects could not be loaded',
  correctConfig:
    'The file config.json beside index.html tells the app where its services are. Correct it, then reload this page.',
  configNotFetched: 'config.json could not be fetched',
  configMissing: (status: number) => `config.json is missing (status ${String(status)})`,
  configNoJson: 'config.json is not valid JSON',

  reload: 'Reload',
  backToProjects: 'Back to the projects',
  copyErrorReport: 'Copy error report',
  errorReportCopied: 'The error report is copied.',
  aboutErrorReport: 'What the report says. It holds no tokens and no links; the error’s own words may name files.',

  keyboardShortcuts: 'Keyboard shortcuts',
  shortcuts: {
    search: 'Search the list',
    create: 'New project, or new dataset',
    upload: 'Upload into this project or dataset',
    transfers: 'Collapse or expand the transfers',
    history: 'Transfer history',
    help: 'These shortcuts',
  },
});
