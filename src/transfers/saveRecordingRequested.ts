import { createAction } from '@reduxjs/toolkit';

/** Command to the recorder, if there is one: save the latest actions of the transfers as a file. */
export const saveRecordingRequested = createAction('recorder/saveRequested');
