import { useEffect, useRef, useState } from 'react';
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
  /** Joins several events of the kind into one line with a link to their list; without it each has its own toast. */
  several?: { kind: string; text: (count: number) => string; to: string };
}
/** Maps another person's change to a toast; undefined if it needs none. */
export type NewsOf = (event: LiveEvent) => News | undefined;

/** The display time of a toast with a link; later news start a new line. */
const lineMs = 12_000;
const isWriting = () => document.activeElement?.matches('textarea, input, [contenteditable]') ?? false;

/** News in one line, held back while the reader types, until they leave the field. */
const newsLine = (say: (news: Pick<News, 'text' | 'link'>) => void) => {
  const counts = new Map<string, { news: News; count: number }>();
  let last = 0;
  let held = false;
  const show = () => {
    held = isWriting();
    if (held) return;
    const kinds = [...counts.values()];
    const [first] = kinds;
    if (!first) return;
    const text = kinds.map(({ news, count }) => (count > 1 && news.several?.text(count)) || news.text).join(' · ');
    const single = kinds.length === 1 && first.count === 1;
    say({
      text,
      link: single ? first.news.link : { ...first.news.link, to: first.news.several?.to ?? first.news.link.to },
    });
    last = Date.now();
  };
  return {
    add: (kind: string, news: News) => {
      if (!held && Date.now() - last > lineMs) counts.clear();
      counts.set(kind, { news, count: (counts.get(kind)?.count ?? 0) + 1 });
      show();
    },
    // The next field has the focus only after the event.
    left: () => void (held && setTimeout(show)),
  };
};

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
  const [line] = useState(() => newsLine((news) => toast({ ...news, tone: 'info', id: 'news' })));
  useEffect(() => {
    document.addEventListener('focusout', line.left);
    return () => document.removeEventListener('focusout', line.left);
  }, [line]);
  const tell = useRef<(event: LiveEvent) => void>(() => undefined);
  useEffect(() => {
    tell.current = (event) => {
      // The session carries the name in the page header.
      if (event.type === 'account') void client.refetch();
      const news = event.mine || document.hidden ? undefined : newsOf?.(event);
      if (!news || news.link.to === pathname) return;
      if (news.several) line.add(news.several.kind, news);
      else toast({ ...news, tone: 'info', id: `${event.type} ${event.case_id}` });
    };
  });
  useEffect(() => (userId ? startLive(store, (event) => tell.current(event)) : undefined), [store, userId]);
  // Events between two sessions of a page were missed.
  useEffect(() => sessionResumed.listen(() => refreshAll(store)), [store]);
  return null;
}
