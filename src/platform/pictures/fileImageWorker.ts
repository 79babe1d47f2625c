import { serveCalls } from '../workers/workerCalls';
import { OpenFiles } from './fileImageCalls';

// Runs in a Web Worker.
serveCalls(new OpenFiles((input, init) => fetch(input, init)), (result) =>
  result?.ok === true && 'planes' in result.value ? result.value.planes.map(({ buffer }) => buffer) : [],
);
