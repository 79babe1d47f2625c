import { serveCalls } from '../workers/workerCalls';
import { createFolderCalls } from './folderCalls';

// Runs in a Web Worker.
serveCalls(createFolderCalls((input, init) => fetch(input, init)));
