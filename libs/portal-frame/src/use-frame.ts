import { useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import type { PortalState } from '@konsil/api/store';
import { useDashboardQuery } from '@konsil/api/cases';
import { useSaveSettingsMutation } from '@konsil/api/account';
import { subscribeToConnection, isConnected } from '@konsil/api/connection';
import { confirmAndSignOut } from '@konsil/forms/leave-guard';
import { useSessionClient } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { useLanguages } from './language.ts';
import { publicTexts } from './texts.ts';
import { usePageFrame } from './use-page-frame.ts';

/** Shared data of both portals' signed-in shells: user, counts, language, sign-out, document title and focus. */
export const useFrame = () => {
  const { t } = useTexts(publicTexts);
  const name = useSelector((state: PortalState) => state.user.name);
  const { pathname } = useLocation();
  const { data: dashboard } = useDashboardQuery();
  const [save] = useSaveSettingsMutation();
  const client = useSessionClient();
  const languages = useLanguages((chosen) => void save(chosen));
  const unread = dashboard?.unread_messages ?? 0;
  usePageFrame(unread);
  const status = useSyncExternalStore(subscribeToConnection, isConnected, () => true) ? undefined : t('frame.offline');
  return {
    name,
    pathname,
    languages,
    unread,
    dashboard,
    status,
    signOut: () => confirmAndSignOut(() => void client.signOut()),
  };
};
