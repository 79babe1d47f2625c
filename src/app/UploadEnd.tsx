import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { buildPath } from '../domain/routePath';
import { shownName } from '../domain/shownName';
import { commonPlace, placeOfKey, type UploadedPlace } from '../domain/uploadedPlace';
import { uploadEndWords } from '../domain/uploadEnd';
import { usePorts } from '../platform/portsContext';
import { selectOwnUploads, type WithUploads } from '../transfers/uploads/uploadsSelectors';

/** What is known of a queue from its first file on. */
interface Watched {
  /** Files that stand in it. */
  readonly left: number;
  /** All that it ever had; of a cancelled queue not all are done. */
  readonly total: number;
  readonly place: UploadedPlace | undefined;
}

/** Tells that all is uploaded, with the way there: the panel goes with the last file. Draws nothing. */
export function UploadEnd() {
  const { toast } = usePorts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const own = useSelector(selectOwnUploads);
  // Those of whoever has lost the session are no longer their own, and not done either.
  const left = useSelector((state: WithUploads) => state.uploads.files.length);
  const done = useSelector((state: WithUploads) => state.uploads.done.files);
  const watched = useRef<Watched>(undefined);

  useEffect(() => {
    const before = watched.current;
    if (left > 0) {
      const isLonger = left > (before?.left ?? 0);
      const places = [
        ...(before?.place ? [before.place] : []),
        ...(isLonger ? own.map(({ key }) => placeOfKey(key)) : []),
      ];
      watched.current = { left, total: left + done, place: commonPlace(places) };
      return;
    }
    watched.current = undefined;
    if (before === undefined || before.total !== done) return;
    const { project, dataset } = before.place ?? {};
    const address = before.place === undefined || project === undefined ? pathname : buildPath(before.place);
    const link = {
      words: `Show in ${shownName(dataset ?? project ?? '')}`,
      address,
      follow: () => void navigate(address),
    };
    toast(uploadEndWords({ done, failed: 0 }), 'success', address === pathname ? undefined : link);
  }, [own, left, done, toast, navigate, pathname]);
  return null;
}
