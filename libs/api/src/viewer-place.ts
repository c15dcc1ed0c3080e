import { useSelector } from 'react-redux';
import type { PortalState } from './store.ts';

/** The fragment of the viewer's URL: where it begins, for this reader. No server gets it. */
export const viewerPlace = (role: string, measurement?: string): string => {
  const said = [role === 'patient' && 'plain', measurement && `measurement=${measurement}`].filter(Boolean);
  return said.length > 0 ? `#${said.join('&')}` : '';
};

/** The same for the signed-in reader. */
export const useViewerPlace = (): ((measurement?: string) => string) => {
  const role = useSelector((state: PortalState) => state.user.role);
  return (measurement) => viewerPlace(role, measurement);
};
