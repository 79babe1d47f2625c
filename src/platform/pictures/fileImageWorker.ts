import { serveCalls } from '../workers/workerCalls';
import { buffersOf, createFileImageRun } from './fileImageCalls';

// Runs in a Web Worker.
serveCalls(
  createFileImageRun((input, init) => fetch(input, init)),
  buffersOf,
);
