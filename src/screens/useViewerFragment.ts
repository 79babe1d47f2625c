import { viewerFragment } from '@data-manager/domain/pictures/previewQuery';
import { useChannelColours } from '../features/preview/channels/channelColours';
import { usePlaceFromUrl } from '../features/preview/usePreviewAddress';
import { useShownSection } from '../widgets/shownSection';

/** Makes the viewer show the same as the preview. */
export function useViewerFragment(): string {
  const { shown } = useShownSection();
  const { off } = usePlaceFromUrl();
  const { chosen } = useChannelColours();
  return viewerFragment({ section: shown?.section, layer: shown?.layer, off }, chosen);
}
