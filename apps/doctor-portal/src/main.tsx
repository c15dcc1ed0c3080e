import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PortalRoot, publicTexts } from '@konsil/account';
import { configureApi, loadConfig } from '@konsil/api';
import { createSessionClient } from '@konsil/auth';
import { initI18n } from '@konsil/i18n';
import { App } from './app/App.tsx';

const [config] = await Promise.all([loadConfig(), initI18n({ first: [publicTexts] })]);
configureApi({ origin: config.apiOrigin });

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <PortalRoot portal="doctor" config={config} session={createSessionClient()}>
      <App />
    </PortalRoot>
  </StrictMode>,
);
