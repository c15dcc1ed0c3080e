import type { ComponentType, ReactElement } from 'react';
import { Outlet } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { fetchTextsEarly } from '@konsil/i18n';
import { fetchAhead, page } from './page.tsx';
import { PageLoading } from './PageLoading.tsx';

const routesInside = (): Promise<ComponentType> => Promise.resolve(Outlet);

/** The element around routes that need the store: it is fetched together with their frame, so that the first page does without. */
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
  /** Around every page of the part. */
  Frame: ComponentType;
  pages: RouteObject[];
}

/** The element of a portal's signed-in part: with its frame come the page at the address and all words, so that they are waited for together. */
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
