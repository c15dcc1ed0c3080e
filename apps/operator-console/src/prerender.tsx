import { portalPages } from '@konsil/portal-frame/prerender';
import { App } from './app/App.tsx';
import { pages, Shell } from './app/ConsoleFrame.tsx';
import { routes } from './app/routes.tsx';
import { frameTexts } from './app/texts.ts';

export const { addresses, render, knownAddresses, renderOffline, renderNotLoaded, frames } = portalPages({
  portal: 'operator',
  App,
  Shell,
  routes,
  pages,
  texts: [frameTexts],
  frames: [{ address: '/operator', code: ['app/ConsoleFrame.tsx', 'features/today/TodayPage.tsx'] }],
});
