import type { Ports } from './ports';

const CHANNEL = 'data-manager';

/** The other tabs, over a channel that every tab of the profile and the origin hears. */
export function createTabs(): Ports['tabs'] {
  const channel = new BroadcastChannel(CHANNEL);
  return {
    post: (message) => {
      channel.postMessage(message);
    },
    onMessage: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>): void => listener(data);
      channel.addEventListener('message', onMessage);
      return () => {
        channel.removeEventListener('message', onMessage);
      };
    },
  };
}
