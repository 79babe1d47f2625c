import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import * as v from 'valibot';
import { listFacets } from '@data-manager/domain/listing/listQuery';
import type { DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import { channelColours } from '@data-manager/domain/pictures/channelColour';
import { useListing } from '../../../api/files';
import { usePorts } from '../../../platform/portsContext';
import { useFilesInside } from '../../../widgets/useFilesInside';

/** Colours (`#rrggbb`) by channel. */
type Colours = Readonly<Record<number, string>>;

interface ChannelColours {
  /** Returns undefined for a channel that the dataset does not have. */
  readonly colourOf: (channel: number) => string | undefined;
  /** Colours chosen by the user. */
  readonly chosen: Colours;
  readonly choose: (channel: number, colour: string) => void;
}

const NO_CHANNEL_COLOURS: ChannelColours = { colourOf: () => undefined, chosen: {}, choose: () => undefined };

const ChannelColoursContext = createContext(NO_CHANNEL_COLOURS);

/** Shows thumbnails in grey. */
export function GreyPictures({ children }: { readonly children: ReactNode }) {
  return <ChannelColoursContext value={NO_CHANNEL_COLOURS}>{children}</ChannelColoursContext>;
}

interface ChannelColoursProviderProps {
  /** `sponsor/project/dataset`. */
  readonly rootPath: string;
  /** Keeps the chosen colours when the dataset is renamed. Undefined for a folder without metadata. */
  readonly datasetHash: string | undefined;
  /** Channels of the metadata. */
  readonly channels: DatasetMetadata['channels'];
  readonly children: ReactNode;
}

/** Provides the colours of a dataset's channels to its preview and thumbnails. Stores the chosen colours. */
export function ChannelColoursProvider(props: ChannelColoursProviderProps) {
  const { rootPath, datasetHash, channels, children } = props;
  const { listing } = useListing(rootPath);
  const files = useFilesInside(listing, rootPath);
  const defaults = useMemo(() => {
    const known = new Set(channels.map(({ num }) => num));
    const others = files === undefined ? [] : listFacets(files).channels.filter((num) => !known.has(num));
    return channelColours([...channels, ...others.map((num) => ({ num, name: '' }))]);
  }, [channels, files]);
  const [chosen, choose] = useChosenColours(datasetHash ?? rootPath, rootPath);
  const colourOf = (channel: number) => chosen[channel] ?? defaults.get(channel);
  return <ChannelColoursContext value={{ colourOf, chosen, choose }}>{children}</ChannelColoursContext>;
}

/** Returns the colours of the nearest provider. */
export function useChannelColours(): ChannelColours {
  return useContext(ChannelColoursContext);
}

const ColoursRecord = v.record(v.pipe(v.string(), v.regex(/^\d{1,2}$/)), v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/i)));

/**
 * @param id the key under which the colours are stored
 * @param formerId the key under which they were stored before the folder had metadata
 */
function useChosenColours(id: string, formerId: string): readonly [Colours, ChannelColours['choose']] {
  const { records } = usePorts();
  const [state, setState] = useState<{ readonly id: string; readonly colours: Colours }>({ id, colours: {} });
  const colours = state.id === id ? state.colours : NO_COLOURS;
  useEffect(() => {
    let isCurrent = true;
    void records('channel-colours')
      .readAll()
      .then((stored) => {
        const found = v.safeParse(ColoursRecord, stored?.get(id) ?? stored?.get(formerId));
        if (!isCurrent || !found.success) return;
        // Colours chosen while reading take precedence.
        setState((now) => ({ id, colours: { ...found.output, ...(now.id === id && now.colours) } }));
      });
    return () => {
      isCurrent = false;
    };
  }, [records, id, formerId]);
  const choose = (channel: number, colour: string) => {
    const next = { ...colours, [channel]: colour };
    setState({ id, colours: next });
    void records('channel-colours').put([[id, next]]);
  };
  return [colours, choose];
}

const NO_COLOURS: Colours = {};
