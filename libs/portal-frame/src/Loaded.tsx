import type { ReactNode } from 'react';
import { Waiting } from '@konsil/common';
import { isGone, problemOf } from '@konsil/api/problem';
import { BackLink, Page, PageTitle, type PageProps } from '@konsil/ui';
import { PageFailed, type Back } from './PageFailed.tsx';
import { LoadingTitle } from './PageLoading.tsx';

interface Result<T> {
  currentData?: T | undefined;
  error?: unknown;
  refetch: () => unknown;
}

/** Replaces something missing or forbidden. */
interface Gone {
  title: string;
  text?: string;
}

export interface LoadedProps<T> {
  result: Result<T>;
  /** Shown for 403, 404 and 410. */
  gone?: Gone;
  /** Link to the parent page, e.g. the list, for errors. */
  back?: Back;
  /** The width of the page. */
  width?: NonNullable<PageProps['width']>;
  /** Spoken while it loads. */
  label?: string;
  /** Error message. */
  failed?: string;
  children: (data: T) => ReactNode;
}

/** Loads what a page needs: placeholders while loading, a retry on failure, a message when it is missing. */
export function Loaded<T>({
  result: { currentData: data, error, refetch },
  gone,
  back,
  width = 'column',
  label,
  failed,
  children,
}: LoadedProps<T>) {
  // First, because cached data is still there after the access was removed.
  if (gone && isGone(error))
    return (
      <Page>
        <PageTitle back={back && <BackLink to={back.to}>{back.label}</BackLink>} lead={gone.text}>
          {gone.title}
        </PageTitle>
      </Page>
    );
  if (data !== undefined) return <>{children(data)}</>;
  if (error === undefined)
    return (
      // With a key, so that its element does not become the page's: that would count as moved.
      <Page key="waiting" width={width}>
        <LoadingTitle />
        <Waiting {...(label && { label })} />
      </Page>
    );
  return (
    <PageFailed back={back} problem={problemOf(error)} onRetry={refetch}>
      {failed}
    </PageFailed>
  );
}
