import type { ReactNode } from 'react';
import { useCommon } from '@konsil/i18n';
import { ListSkeleton, Loading } from '@konsil/ui';

export interface WaitingProps {
  /** Spoken: "Fälle werden geladen"; the default is "Wird geladen …". */
  label?: string;
  /** Estimated number of rows. */
  rows?: number;
  /** Shown after 8 seconds; the default is "Das dauert länger als sonst." */
  slow?: string;
  /** Other placeholders, made of Skeletons. */
  children?: ReactNode;
}

// A pending request is not repeated while it hangs, and others may hang too: reload the whole page.
const reload = () => window.location.reload();

/** Loading state: nothing for 300 ms, then placeholder rows, after 8 s a sentence with a reload button. */
export function Waiting({ label, rows, slow, children }: WaitingProps) {
  const { t } = useCommon();
  const loading = {
    label: label ?? t('words.loading'),
    slow: { text: slow ?? t('words.slow'), retryLabel: t('words.reload'), onRetry: reload },
  };
  return children ? <Loading {...loading}>{children}</Loading> : <ListSkeleton {...loading} {...(rows && { rows })} />;
}
