import type { ComponentType, ReactElement, ReactNode } from 'react';
import { usualZone } from '@konsil/contracts/practice-zone';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import type { AccountKind, Locale } from '@konsil/contracts/codes';
import { portalPlaceholders } from '@konsil/contracts/portal-config';
import { createSessionClient } from '@konsil/auth';
import { startTexts } from '@konsil/i18n';
import type { Texts, TextTree } from '@konsil/i18n';
import { typeface } from '@konsil/ui';
import { addressesOf } from './addresses.ts';
import { themeOf } from './theme-of.ts';
import { NotLoaded } from './NotLoaded.tsx';
import { lookOf } from './portal.ts';
import { PortalRoot } from './PortalRoot.tsx';
import { tabTitle } from './tab-title.ts';
import { publicTexts } from './texts.ts';
import { standInMark } from './StandIn.tsx';
import { WithStore } from './WithStore.tsx';
import { OfflinePage } from './offline/OfflinePage.tsx';
import { offlineTexts } from './offline/texts.ts';

/** A prerendered signed-out page. */
export interface Prerendered {
  /** The content of `#root`. */
  html: string;
  /** The style elements of the page, with the nonce placeholder. */
  styles: string;
  title: string;
  portal: ReturnType<typeof lookOf>;
  ground: string;
}

const config = { apiOrigin: '', timeZone: usualZone, portals: portalPlaceholders };

const typefaceStyle = `<style nonce="__CSP_NONCE__" ${typeface.mark}>${typeface.rules}</style>`;

const draw = (portal: AccountKind, address: string, page: ReactElement): Prerendered => {
  const sheet = new ServerStyleSheet({ nonce: '__CSP_NONCE__' });
  const html = renderToString(sheet.collectStyles(page));
  // React leaves failed Suspense boundaries to the browser; the whole page must not be one.
  if (html.startsWith('<!--$!-->')) throw new Error(`Nothing of ${portal}${address} could be drawn`);
  return {
    html,
    styles: typefaceStyle + sheet.getStyleTags(),
    title: tabTitle(/<h1[^>]*>([^<]*)</.exec(html)?.[1] ?? ''),
    portal: lookOf(portal),
    ground: themeOf(address).ground,
  };
};

interface Page {
  portal: AccountKind;
  address: string;
  locale: Locale;
}

const drawInPortal = ({ portal, address }: Page, page: ReactElement): Prerendered => {
  const router = ({ children }: { children: ReactNode }) => <StaticRouter location={address}>{children}</StaticRouter>;
  return draw(
    portal,
    address,
    <PortalRoot portal={portal} config={config} session={createSessionClient()} router={router}>
      {page}
    </PortalRoot>,
  );
};

/** Prerenders a signed-out page of a portal as the browser first shows it. */
async function prerender({ App, ...page }: Page & { App: ComponentType }): Promise<Prerendered> {
  await startTexts({ locale: page.locale, first: [publicTexts] });
  return drawInPortal(page, <App />);
}

// Links work before the script is loaded; buttons would not.
const onlyWhatWorks = `<style nonce="__CSP_NONCE__">[${standInMark}] button{visibility:hidden}</style>`;

/** Prerenders the frame of a signed-in page, without personal data: shown until the page renders. */
async function prerenderFrame({
  Shell,
  texts,
  ...page
}: Page & { Shell: ComponentType; texts: Pick<Texts<TextTree>, 'namespace'>[] }): Promise<Prerendered> {
  await startTexts({ locale: page.locale, first: [publicTexts, ...texts] });
  const frame = (
    <WithStore>
      <Shell />
    </WithStore>
  );
  const { html, styles, ...drawn } = drawInPortal(
    page,
    <Routes>
      <Route path={`/${page.portal}/*`} element={frame} />
    </Routes>,
  );
  return { ...drawn, html: `<div ${standInMark}>${html}</div>`, styles: styles + onlyWhatWorks, title: tabTitle('') };
}

/** Prerenders a portal's offline page, which runs no portal script. */
async function prerenderOffline({ portal, locale }: { portal: AccountKind; locale: Locale }): Promise<Prerendered> {
  await startTexts({ locale, first: [publicTexts, offlineTexts] });
  return draw(portal, '/', <OfflinePage portal={lookOf(portal)} locale={locale} />);
}

/** Prerenders the message for a script that does not load. */
async function prerenderNotLoaded(locale: Locale): Promise<string> {
  await startTexts({ locale, first: [offlineTexts] });
  return renderToString(<NotLoaded locale={locale} />);
}

/** A signed-in page that starts with its frame while its code loads. */
export interface FramedPage {
  /** Its path, where an underscore stands for any id. */
  address: string;
  /** The files with the code of the page. */
  code: string[];
  /** The files of texts that it needs besides those of every page (tools/vite/words.mts). */
  words?: string[];
}

/** A portal's pages that are prerendered at build time (tools/vite/prerender.mts). */
export const portalPages = ({
  portal,
  App,
  Shell,
  routes,
  pages,
  texts,
  frames,
}: {
  portal: AccountKind;
  App: ComponentType;
  /** The frame of the signed-in pages. */
  Shell: ComponentType;
  routes: RouteObject[];
  /** The routes below the portal's first signed-in page. */
  pages: RouteObject[];
  texts: Pick<Texts<TextTree>, 'namespace'>[];
  /** The signed-in pages with a frame of their own. */
  frames: FramedPage[];
}) => ({
  addresses: ['/', '/login'],
  /** Prerenders one page in one language. */
  render: (address: string, locale: Locale) => prerender({ portal, address, locale, App }),
  /** Every URL with a page; the server responds 404 to all others. */
  knownAddresses: addressesOf(routes, { [`${portal}/*`]: pages }),
  renderOffline: (locale: Locale) => prerenderOffline({ portal, locale }),
  renderNotLoaded: prerenderNotLoaded,
  /** Shown to signed-in users until the script renders the page. */
  frames: frames.map(({ address, ...files }) => ({
    address,
    ...files,
    render: (locale: Locale) => prerenderFrame({ portal, address, locale, Shell, texts }),
  })),
});
