import { createAction } from '@reduxjs/toolkit';

/** Wish: save what the transfers did and were told as a file. */
export const saveRecordingRequested = createAction('recorder/saveRequested');
