import { addressesOf, prerender, prerenderHome, prerenderNotLoaded, prerenderOffline } from '@konsil/account/prerender';
import type { Prerendered } from '@konsil/account/prerender';
import type { Locale } from '@konsil/contracts/codes';
import { App } from './app/App.tsx';
import { pages, Shell } from './app/DoctorFrame.tsx';
import { routes } from './app/routes.tsx';
import { frameTexts } from './app/texts.ts';

/** The pages that are seen before any script runs (tools/vite/prerender.mts). */
export const addresses = ['/', '/login'];

/** Renders one of them in one language. */
export const render = (address: string, locale: Locale): Promise<Prerendered> =>
  prerender({ portal: 'doctor', address, locale, App });

/** Every address that has a page: all others are answered as not found. */
export const known = addressesOf(routes, { 'doctor/*': pages });

/** Renders the page that is shown without a connection. */
export const renderOffline = (locale: Locale): Promise<Prerendered> => prerenderOffline({ portal: 'doctor', locale });

/** Renders what each page says when its script does not come. */
export const renderNotLoaded = prerenderNotLoaded;

/** What is shown to somebody who is signed in until the portal's script has drawn their first page, and the code that it draws with. */
export const home = {
  address: '/doctor',
  code: ['app/DoctorFrame.tsx', 'features/DoctorPages.tsx', 'features/inbox/InboxPage.tsx'],
  render: (locale: Locale): Promise<Prerendered> =>
    prerenderHome({ portal: 'doctor', address: '/doctor', locale, Shell, texts: [frameTexts] }),
};
