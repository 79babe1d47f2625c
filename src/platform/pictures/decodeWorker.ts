import { serveCalls } from '../workers/workerCalls';
import { decodeCalls } from './decodeBlob';

// Runs in a Web Worker.
serveCalls(decodeCalls, (decoded) =>
  decoded !== undefined && 'planes' in decoded ? decoded.planes.map(({ buffer }) => buffer) : [],
);
