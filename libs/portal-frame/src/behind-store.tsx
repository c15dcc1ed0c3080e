import type { ComponentType, ReactElement, ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { fetchTextsEarly } from '@konsil/i18n';
import { fetchAhead, page } from './page.tsx';
import { PageLoading } from './PageLoading.tsx';

/** The element of routes that need the store: loads it with them, so that first pages work without. */
export const behindStore = (): ReactElement =>
  page(async () => {
    const { WithStore } = await import('./WithStore.tsx');
    return () => (
      <WithStore>
        <Outlet />
      </WithStore>
    );
  });

export interface SignedInPart {
  /** Comes with the frame: of two `import()` at once, WebKit may run one before the modules that both import. */
  WithStore: ComponentType<{ children: ReactNode }>;
  /** Wraps every page of the part. */
  Frame: ComponentType;
  pages: RouteObject[];
}

/** The element of a portal's signed-in part: loads the frame together with the current page and all texts. */
export const signedInPart = (base: string, load: () => Promise<SignedInPart>): ReactElement =>
  page(
    async () => {
      const { WithStore, Frame, pages } = await load();
      fetchTextsEarly();
      fetchAhead(pages, base);
      return () => (
        <WithStore>
          <Frame />
        </WithStore>
      );
    },
    <PageLoading alone />,
  );
