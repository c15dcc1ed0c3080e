import { startTransition, StrictMode } from 'react';
import type { ComponentType } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Role } from '@konsil/contracts/codes';
import { configureApi, loadConfig } from '@konsil/api';
import { createSessionClient } from '@konsil/auth';
import { initI18n, preferredLocale } from '@konsil/i18n';
import { prepareOffline } from '../offline/keep-working.ts';
import { PortalRoot } from './PortalRoot.tsx';
import { publicTexts } from './texts.ts';

/** Starts a portal in the page: takes over what was prerendered in this language, or draws the page itself. */
export async function startPortal(portal: Role, App: ComponentType): Promise<void> {
  const root = document.getElementById('root') as HTMLElement;
  const locale = preferredLocale();
  const prerendered = root.hasChildNodes() && document.documentElement.lang === locale;
  const [config] = await Promise.all([loadConfig(), initI18n({ locale, first: [publicTexts] })]);
  configureApi({ origin: config.apiOrigin });
  const page = (
    <StrictMode>
      <PortalRoot portal={portal} config={config} session={createSessionClient()}>
        <App />
      </PortalRoot>
    </StrictMode>
  );
  if (prerendered) hydrateRoot(root, page);
  // In slices, between which the browser can do other things.
  else startTransition(() => createRoot(root).render(page));
  prepareOffline();
}
