import type { ComponentType, ReactElement, ReactNode } from 'react';
import { usualZone } from '@konsil/contracts/practice-zone';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import type { Locale, Role } from '@konsil/contracts/codes';
import { portalPlaceholders } from '@konsil/contracts/portal-config';
import { createSessionClient } from '@konsil/auth';
import { startTexts } from '@konsil/i18n';
import type { Texts, TextTree } from '@konsil/i18n';
import { standInRules, typeface } from '@konsil/ui';
import { groundOf } from './frame/ground.ts';
import { NotLoaded } from './frame/NotLoaded.tsx';
import { PortalRoot } from './frame/PortalRoot.tsx';
import { tabTitle } from './frame/tab-title.ts';
import { publicTexts } from './frame/texts.ts';
import { standInMark } from './frame/StandIn.tsx';
import { WithStore } from './frame/WithStore.tsx';
import { OfflinePage } from './offline/OfflinePage.tsx';
import { offlineTexts } from './offline/texts.ts';

export { addressesOf } from './addresses.ts';

/** A page as it stands in its file, before anybody has signed in. */
export interface Prerendered {
  /** What stands inside `#root`. */
  html: string;
  /** The style elements that it needs, with the place of the nonce. */
  styles: string;
  title: string;
  portal: Role;
  ground: string;
}

const config = { apiOrigin: '', timeZone: usualZone, portals: portalPlaceholders };

const typefaceStyle = `<style nonce="__CSP_NONCE__" ${typeface.mark}>${typeface.rules}${standInRules}</style>`;

const draw = (portal: Role, address: string, page: ReactElement): Prerendered => {
  const sheet = new ServerStyleSheet({ nonce: '__CSP_NONCE__' });
  const html = renderToString(sheet.collectStyles(page));
  // React leaves it to the browser to draw what it could not; that must not be the whole page.
  if (html.startsWith('<!--$!-->')) throw new Error(`Nothing of ${portal}${address} could be drawn`);
  return {
    html,
    styles: typefaceStyle + sheet.getStyleTags(),
    title: tabTitle(/<h1[^>]*>([^<]*)</.exec(html)?.[1] ?? ''),
    portal,
    ground: groundOf(address),
  };
};

interface Page {
  portal: Role;
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

/** Renders a signed-out page of a portal without a browser, as the browser will show it first. */
export async function prerender({ App, ...page }: Page & { App: ComponentType }): Promise<Prerendered> {
  await startTexts({ locale: page.locale, first: [publicTexts] });
  return drawInPortal(page, <App />);
}

// Its links lead on; its buttons would do nothing before the script is there.
const onlyWhatWorks = `<style nonce="__CSP_NONCE__">[${standInMark}] button{visibility:hidden}</style>`;

/** Renders the frame around the first signed-in page, with nobody's name and nothing in it: it stands in until there is more to show. */
export async function prerenderHome({
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
      <Route path={`${page.address}/*`} element={frame} />
    </Routes>,
  );
  return { ...drawn, html: `<div ${standInMark}>${html}</div>`, styles: styles + onlyWhatWorks, title: tabTitle('') };
}

/** Renders the page of a portal that is shown without a connection; no script of the portal runs in it. */
export async function prerenderOffline({ portal, locale }: { portal: Role; locale: Locale }): Promise<Prerendered> {
  await startTexts({ locale, first: [publicTexts, offlineTexts] });
  return draw(portal, '/', <OfflinePage portal={portal} locale={locale} />);
}

/** Renders what a page says when its script does not come. */
export async function prerenderNotLoaded(locale: Locale): Promise<string> {
  await startTexts({ locale, first: [offlineTexts] });
  return renderToString(<NotLoaded locale={locale} />);
}
