import type { ReactNode } from 'react';
import { LoadFailed, Waiting, WaitingForDraft } from '@konsil/common';
import type { DraftKey } from '@konsil/contracts/drafts';
import { useDraft, type Draft } from '@konsil/drafts/drafts';
import type { FailureReason } from '@konsil/i18n';
import { Section } from '@konsil/ui';

interface DraftedSectionProps<T, D extends Record<string, unknown>> {
  id: string | undefined;
  words: { title: string; lead: string; loading: string; failed: string };
  result: { data?: T | undefined; error?: unknown; refetch: () => unknown };
  draftKey: DraftKey;
  children: (data: T, draft: Draft<D>) => ReactNode;
}

/** A section of the settings whose form keeps a draft: rendered once both are loaded. */
export function DraftedSection<T, D extends Record<string, unknown>>({
  id,
  words: { title, lead, loading, failed },
  result: { data, error, refetch },
  draftKey,
  children,
}: DraftedSectionProps<T, D>) {
  const draft = useDraft<D>(draftKey);
  const content = () => {
    if (data === undefined)
      return error ? (
        <LoadFailed problem={error as FailureReason} onRetry={refetch}>
          {failed}
        </LoadFailed>
      ) : (
        <Waiting label={loading} rows={2} />
      );
    return draft.status === 'loading' ? <WaitingForDraft rows={2} /> : children(data, draft);
  };
  return (
    <Section id={id} title={title}>
      <p>{lead}</p>
      {content()}
    </Section>
  );
}
