import { useSelector } from 'react-redux';
import { selectUploadEnd } from '../transfers/uploads/uploadsSelectors';
import { latePart } from '../ui/latePart';

const UploadEndBar = latePart(() => import('../transfers/panel/UploadEndBar').then((module) => module.UploadEndBar));

/** The bar of a finished upload, whose code comes with the first of them. */
export function LazyUploadEndBar() {
  return useSelector(selectUploadEnd) === undefined ? null : <UploadEndBar />;
}
