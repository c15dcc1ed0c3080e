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

/** In place of something that is not there, or not for this reader. */
interface Gone {
  title: string;
  text?: string;
}

export interface LoadedProps<T> {
  result: Result<T>;
  /** What is said when there is no such thing, or not for this reader, or not any more. */
  gone?: Gone;
  /** The page to go back to, such as the list it would be in, when it did not come or is not there. */
  back?: Back;
  /** How wide the page will be. */
  width?: NonNullable<PageProps['width']>;
  /** Spoken while it loads. */
  label?: string;
  /** What is said when it did not come. */
  failed?: string;
  children: (data: T) => ReactNode;
}

/** A page that needs one thing first: its shape while that loads, a way to try again, words when it is not there. */
export function Loaded<T>({
  result: { currentData: data, error, refetch },
  gone,
  back,
  width = 'column',
  label,
  failed,
  children,
}: LoadedProps<T>) {
  // First, because what was shown before is still there when somebody may not see it any more.
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
      <Page width={width}>
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
