/** A channel as it stands in the form: typed text. */
export interface DraftChannel {
  readonly num: string;
  readonly name: string;
}

/**
 * What a channel is called where nobody has given it a name (specification, section 3). It is saved with the dataset,
 * and so is the same in every language.
 */
export function defaultChannelName(num: number | string): string {
  return `Channel ${num}`;
}

/** One channel more, with the lowest number that is free. */
export function withChannelAdded(channels: readonly DraftChannel[]): readonly DraftChannel[] {
  const taken = new Set(channels.map(({ num }) => Number(num)));
  let num = 1;
  while (taken.has(num)) num += 1;
  return [...channels, { num: String(num), name: defaultChannelName(num) }];
}

/** Gives a channel another number. A default name goes with it. */
export function withChannelNumber(
  channels: readonly DraftChannel[],
  index: number,
  num: string,
): readonly DraftChannel[] {
  return channels.map((channel, at) => (at === index ? { num, name: nameAt(num, channel) } : channel));
}

/** The others keep their numbers: these say which files are theirs. */
export function withoutChannel(channels: readonly DraftChannel[], index: number): readonly DraftChannel[] {
  return channels.filter((_, at) => at !== index);
}

/**
 * Moves a channel to another place of the list. Numbers stay where they are and names move, since a number is that of the
 * file names (`ch02`), and no file changes: what was the second channel of three becomes the first, and `ch01` shows it. A
 * default name (`Channel 2`) says no more than the number, so it follows the number.
 */
export function withChannelMoved(channels: readonly DraftChannel[], from: number, to: number): readonly DraftChannel[] {
  const moved = channels[from];
  if (moved === undefined || to < 0 || to >= channels.length) return channels;
  const others = withoutChannel(channels, from);
  const inOrder = [...others.slice(0, to), moved, ...others.slice(to)];
  return channels.map(({ num }, index) => ({ num, name: nameAt(num, inOrder[index]) }));
}

function nameAt(num: string, channel: DraftChannel | undefined): string {
  if (channel === undefined || channel.name === defaultChannelName(channel.num)) return defaultChannelName(num);
  return channel.name;
}
