import { serveCalls } from '../workers/workerCalls';
import { createFolderRun } from './runCall';

// Runs in a Web Worker.
serveCalls(createFolderRun((input, init) => fetch(input, init)));
