import type { ComponentType, ReactElement } from 'react';
import { Outlet } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { fetchTextsEarly } from '@konsil/i18n';
import { fetchAhead, page } from './page.tsx';
import { PageLoading } from './PageLoading.tsx';

const routesInside = (): Promise<ComponentType> => Promise.resolve(Outlet);

/** The element of routes that need the store: loads it together with their frame, so that first pages work without. */
export const behindStore = (
  loadFrame: () => Promise<ComponentType> = routesInside,
  loading?: ReactElement,
): ReactElement =>
  page(async () => {
    const [{ WithStore }, Inside] = await Promise.all([import('./WithStore.tsx'), loadFrame()]);
    return () => (
      <WithStore>
        <Inside />
      </WithStore>
    );
  }, loading);

export interface SignedInPart {
  /** Wraps every page of the part. */
  Frame: ComponentType;
  pages: RouteObject[];
}

/** The element of a portal's signed-in part: loads the frame together with the current page and all texts. */
export const signedInPart = (base: string, load: () => Promise<SignedInPart>): ReactElement =>
  behindStore(
    async () => {
      const { Frame, pages } = await load();
      fetchTextsEarly();
      fetchAhead(pages, base);
      return Frame;
    },
    <PageLoading alone />,
  );
