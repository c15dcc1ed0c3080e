import {
  addressesOf,
  prerender,
  prerenderHome,
  prerenderNotLoaded,
  prerenderOffline,
} from '@konsil/portal-frame/prerender';
import type { Prerendered } from '@konsil/portal-frame/prerender';
import type { Locale } from '@konsil/contracts/codes';
import { App } from './app/App.tsx';
import { pages, Shell } from './app/ConsoleFrame.tsx';
import { routes } from './app/routes.tsx';
import { frameTexts } from './app/texts.ts';

/** The prerendered pages (tools/vite/prerender.mts). */
export const addresses = ['/', '/login'];

/** Prerenders one of them in one language. */
export const render = (address: string, locale: Locale): Promise<Prerendered> =>
  prerender({ portal: 'operator', address, locale, App });

/** Every URL with a page; the server responds 404 to all others. */
export const knownAddresses = addressesOf(routes, { 'operator/*': pages });

/** Prerenders the offline page. */
export const renderOffline = (locale: Locale): Promise<Prerendered> => prerenderOffline({ portal: 'operator', locale });

/** Prerenders the message for a script that does not load. */
export const renderNotLoaded = prerenderNotLoaded;

/** Shown to signed-in users until the script renders their first page, with the code that page needs. */
export const home = {
  address: '/operator',
  code: ['app/ConsoleFrame.tsx', 'features/today/TodayPage.tsx'],
  render: (locale: Locale): Promise<Prerendered> =>
    prerenderHome({ portal: 'operator', address: '/operator', locale, Shell, texts: [frameTexts] }),
};
