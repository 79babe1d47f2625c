/*
 * Preloaded by a command that follows a folder. It scans the folder twice a minute, and the tests wait for several scans: its
 * timers and its clock run six times as fast. A slow machine still has 5 s instead of 30 s before a transfer counts as stalled.
 */

const SPEED = 6;

const { setTimeout } = globalThis;
const now = performance.now.bind(performance);

globalThis.setTimeout = (callback, milliseconds, ...args) => setTimeout(callback, milliseconds / SPEED, ...args);
performance.now = () => now() * SPEED;
