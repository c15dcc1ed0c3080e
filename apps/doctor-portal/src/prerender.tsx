import { prerender, prerenderOffline } from '@konsil/account/prerender';
import type { Prerendered } from '@konsil/account/prerender';
import type { Locale } from '@konsil/contracts/codes';
import { App } from './app/App.tsx';

/** The pages that are seen before any script runs (tools/vite/prerender.mts). */
export const addresses = ['/', '/login'];

/** Renders one of them in one language. */
export const render = (address: string, locale: Locale): Promise<Prerendered> => prerender({ portal: 'doctor', address, locale, App });

/** Renders the page that is shown without a connection. */
export const renderOffline = (locale: Locale): Promise<Prerendered> => prerenderOffline({ portal: 'doctor', locale });
