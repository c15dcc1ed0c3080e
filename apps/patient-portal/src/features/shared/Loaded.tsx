import type { ReactNode } from 'react';
import { LoadingTitle, PageFailed } from '@konsil/account';
import { problemOf } from '@konsil/api/problem';
import { problemText, useCommon } from '@konsil/i18n';
import { BackLink, ListSkeleton, Page, PageTitle } from '@konsil/ui';

interface Result<T> {
  data?: T | undefined;
  error?: unknown;
  refetch: () => unknown;
}

export interface LoadedProps<T> {
  result: Result<T>;
  /** What is said when there is no such thing, or it belongs to somebody else. */
  gone?: { title: string; text?: string; back: { to: string; label: string } };
  children: (data: T) => ReactNode;
}

/** A page that needs one thing first: its shape while that loads, a way to try again, words when it is not there. */
export function Loaded<T>({ result: { data, error, refetch }, gone, children }: LoadedProps<T>) {
  const { t } = useCommon();
  if (data !== undefined) return <>{children(data)}</>;
  const retry = () => void refetch();
  if (error === undefined) return <Page><LoadingTitle /><ListSkeleton label={t('words.loading')} slow={{ text: t('words.slow'), retryLabel: t('words.retry'), onRetry: retry }} /></Page>;
  const { code } = problemOf(error);
  if (gone && code === 'not_found') return (
    <Page>
      <PageTitle back={<BackLink to={gone.back.to}>{gone.back.label}</BackLink>} lead={gone.text}>{gone.title}</PageTitle>
    </Page>
  );
  return <PageFailed onRetry={retry}>{t('words.loadFailed')} {problemText(t, code)}</PageFailed>;
}
