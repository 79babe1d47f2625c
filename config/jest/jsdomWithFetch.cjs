'use strict';

const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom with Node's fetch and streams, which jsdom lacks and RTK Query needs. */
class JsdomWithFetch extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of [
      'fetch',
      'Request',
      'Response',
      'Headers',
      'ReadableStream',
      'TransformStream',
      'TextEncoder',
      'TextDecoder',
      'structuredClone',
      'BroadcastChannel',
      'AbortController',
      'AbortSignal',
    ]) {
      this.global[name] = globalThis[name];
    }
    // jsdom refuses the abort signals of Node.
    const { prototype } = this.global.EventTarget;
    const { addEventListener } = prototype;
    prototype.addEventListener = function addUntilAborted(type, listener, options) {
      const { signal, ...others } = typeof options === 'object' ? options : { capture: options === true };
      addEventListener.call(this, type, listener, others);
      signal?.addEventListener('abort', () => this.removeEventListener(type, listener, others));
    };
    // Node and jsdom are separate realms, and the hashing code checks `instanceof Uint8Array`.
    this.global.Uint8Array = Uint8Array;
    this.global.ArrayBuffer = ArrayBuffer;
  }
}

module.exports = JsdomWithFetch;
