// @bundle route
import type { ReportedImage } from '@konsil/contracts/documents';
import { useSelector } from 'react-redux';
import type { PortalState } from './store.ts';

/** Something that the viewer begins at: a measurement of an answer, or an image by its numbers in DICOM. */
interface ViewerPlace {
  measurement?: string;
  image?: ReportedImage;
}

/** The fragment of the viewer's URL: where it begins, for this reader. No server gets it. */
export const viewerPlace = (role: string, { measurement, image }: ViewerPlace = {}): string => {
  const said = [
    role === 'patient' && 'plain',
    measurement && `measurement=${measurement}`,
    image && `image=${image.instance}/${image.frame}`,
  ].filter(Boolean);
  return said.length > 0 ? `#${said.join('&')}` : '';
};

/** Builds the fragment of the viewer's URL for the signed-in reader. */
export const useViewerPlace = (): ((place?: ViewerPlace) => string) => {
  const role = useSelector((state: PortalState) => state.user.role);
  return (place) => viewerPlace(role, place);
};
