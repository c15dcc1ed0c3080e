import { useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { sessionResumed } from '@konsil/api';
import { refreshAll, startLive } from '@konsil/api/live';
import { useAuthState, useSessionClient } from '@konsil/auth';
import type { LiveEvent } from '@konsil/contracts/events';
import { useToast } from '@konsil/ui';

export interface News {
  text: string;
  link: { label: string; to: string };
}
/** Maps another person's change to a toast; undefined if it needs none. */
export type NewsOf = (event: LiveEvent) => News | undefined;

/**
 * Refreshes open pages by live events while signed in, and shows toasts for changes that are not visible on the page.
 */
export function Live({ newsOf }: { newsOf: NewsOf | undefined }) {
  const store = useStore();
  const { session } = useAuthState();
  const { pathname } = useLocation();
  const toast = useToast();
  const client = useSessionClient();
  const userId = session?.user.user_patient_id;
  const tell = useRef<(event: LiveEvent) => void>(() => undefined);
  useEffect(() => {
    tell.current = (event) => {
      // The session carries the name in the page header.
      if (event.type === 'account') void client.refetch();
      const news = event.mine || document.hidden ? undefined : newsOf?.(event);
      if (news && news.link.to !== pathname) toast({ ...news, tone: 'info', id: `${event.type} ${event.case_id}` });
    };
  });
  useEffect(() => (userId ? startLive(store, (event) => tell.current(event)) : undefined), [store, userId]);
  // Events between two sessions of a page were missed.
  useEffect(() => sessionResumed.listen(() => refreshAll(store)), [store]);
  return null;
}
