import type { ReactNode } from 'react';
import { useCommon } from '@konsil/i18n';
import { ListSkeleton, Loading } from '@konsil/ui';

export interface WaitingProps {
  /** Spoken: "Fälle werden geladen"; "Wird geladen …" unless told. */
  label?: string;
  /** How many rows are likely to come. */
  rows?: number;
  /** What is said after 8 seconds; "Das dauert länger als sonst." unless told. */
  slow?: string;
  /** Another shape than rows, made of Skeletons. */
  children?: ReactNode;
}

// What is asked already is not asked again while it hangs, and more than this one answer may hang: the whole page is the way out.
const reload = () => window.location.reload();

/** Something is on its way: nothing for 300 ms, then the shape of rows, after 8 s a sentence and the page once more. */
export function Waiting({ label, rows, slow, children }: WaitingProps) {
  const { t } = useCommon();
  const loading = {
    label: label ?? t('words.loading'),
    slow: { text: slow ?? t('words.slow'), retryLabel: t('words.reload'), onRetry: reload },
  };
  return children ? <Loading {...loading}>{children}</Loading> : <ListSkeleton {...loading} {...(rows && { rows })} />;
}
