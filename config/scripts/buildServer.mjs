import { ensureServerBuilt } from './steps.mjs';

await ensureServerBuilt();
