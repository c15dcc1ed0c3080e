import { startTransition, StrictMode } from 'react';
import type { ComponentType } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { AccountKind } from '@konsil/contracts/codes';
import { setHolidayRegion, setPracticeZone } from '@konsil/contracts/practice-zone';
import { configureApi, hasToken, loadConfig } from '@konsil/api';
import { initI18n, preferredLocale, storeLocaleOfUrl } from '@konsil/i18n';
import { applyLook, followTranslation } from '@konsil/ui';
import { registerServiceWorker } from './offline/keep-working.ts';
import { session } from './before-start.ts';
import { recordLanguageChoice } from './language.ts';
import { notLoadedId, showNotLoaded } from './NotLoaded.tsx';
import { PortalRoot } from './PortalRoot.tsx';
import { keepStandIn } from './StandIn.tsx';
import { publicTexts } from './texts.ts';

/** Starts a portal in the browser: hydrates prerendered content in this language, or renders the page. */
export async function startPortal(portal: AccountKind, App: ComponentType): Promise<void> {
  applyLook();
  if (portal === 'patient') followTranslation();
  const root = document.getElementById('root') as HTMLElement;
  if (storeLocaleOfUrl()) recordLanguageChoice();
  const variety = preferredLocale();
  const prerendered = root.hasChildNodes() && !keepStandIn(root) && document.documentElement.lang === variety;
  const words = initI18n({ locale: variety, first: [publicTexts] });
  const config = await loadConfig();
  configureApi({ origin: config.apiOrigin });
  setPracticeZone(config.timeZone, config.clockChanges);
  if (config.holidays) setHolidayRegion(config.holidays);
  // Requests the session while the texts load. Prerendered pages assume no session while hydrating.
  if (hasToken() && !prerendered) session.start();
  try {
    await words;
  } catch {
    return showNotLoaded();
  }
  const page = (
    <StrictMode>
      <PortalRoot portal={portal} config={config} session={session}>
        <App />
      </PortalRoot>
    </StrictMode>
  );
  // `location.state` survives a reload but was unknown when prerendering.
  const told = (window.history.state as { usr?: unknown } | null)?.usr;
  if (prerendered && !told) hydrateRoot(root, page);
  // A transition, so that rendering is interruptible.
  else startTransition(() => createRoot(root).render(page));
  document.getElementById(notLoadedId)?.remove();
  registerServiceWorker();
}
