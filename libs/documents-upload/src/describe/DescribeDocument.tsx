import { useEffect, useRef, useState } from 'react';
import { useDraft } from '@konsil/drafts/drafts';
import type { Draft } from '@konsil/drafts/drafts';
import { problemOf } from '@konsil/api/problem';
import { DraftQuestion, useDraftNote, WaitingForDraft } from '@konsil/common';
import type { Document } from '@konsil/contracts/documents';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, Row, Stack, Text } from '@konsil/ui';
import { uploadTexts } from '../texts.ts';
import { useDetailWords } from './detail-words.ts';
import { detailSteps, hasOwnDate, needsNoText, startingDetails, stepFields, suggestionFor } from './details.ts';
import type { Details } from './details.ts';
import { OpenStep } from './OpenStep.tsx';
import { useDescribe } from './use-describe.ts';

export interface DescribeDocumentProps {
  document: Document;
  /** Other files of the same examination: they get the same details. */
  fellows: readonly Document[];
  /** The details of the document described before this one. */
  before: Details | null;
  onDescribed: (details: Details) => void;
  /** The first answer was begun. */
  onBegun?: (() => void) | undefined;
  /** Focuses the first control, because the user just came from another question. */
  takeFocus: boolean;
}

type Kept = { step: number; details: Partial<Details> } & Record<string, unknown>;

/**
 * Three short questions about one document or all files of one examination; a guess by the server only needs a "Yes".
 * Answers are kept as a draft.
 */
export function DescribeDocument(props: DescribeDocumentProps) {
  const draft = useDraft<Kept>(`document:${props.document.id}`);
  return draft.status === 'loading' ? <WaitingForDraft rows={1} /> : <Questions {...props} draft={draft} />;
}

function Questions({
  document,
  fellows,
  before,
  onDescribed,
  onBegun,
  takeFocus,
  draft,
}: DescribeDocumentProps & { draft: Draft<Kept> }) {
  const { guess = {} } = document;
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const words = useDetailWords();
  const { save, isLoading, error } = useDescribe(document, fellows);
  const [known, setKnown] = useState<Kept>(draft.restored ?? { step: 0, details: {} });
  const note = useDraftNote(draft);
  const [refused, setRefused] = useState(false);
  const typed = useRef<Partial<Details>>({});

  const box = useRef<HTMLDivElement>(null);
  const came = useRef(takeFocus);
  // Each answer replaces the focused control by another one.
  useEffect(() => {
    if (came.current) box.current?.querySelector<HTMLElement>('button, select, input')?.focus();
    came.current = true;
  }, [known.step, refused]);

  const step = detailSteps[known.step] ?? 'kind';
  const last = known.step === detailSteps.length - 1;
  const answered = stepFields[step].some((field) => known.details[field]);
  const suggestion = refused || answered ? null : suggestionFor(step, guess, before);
  const fromBefore = step === 'source' && !guess.source_name;

  const goTo = (next: Kept) => {
    onBegun?.();
    setKnown(next);
    setRefused(false);
    typed.current = {};
    draft.keep(next);
  };
  const back = known.step > 0 && (
    <Button
      size="small"
      variant="quiet"
      onClick={() => goTo({ step: known.step - 1, details: { ...known.details, ...typed.current } })}
    >
      {common('words.back')}
    </Button>
  );
  const answer = async (values: Partial<Details>) => {
    const details = { ...known.details, ...values };
    if (!last) return goTo({ step: known.step + 1, details });
    const complete = details as Details;
    await save(complete);
    await draft.drop();
    onDescribed(complete);
  };
  const question = (suggested: Partial<Details>): string => {
    if (needsNoText(suggested.medical_kind_code)) return t(`ask.kinds.${suggested.medical_kind_code}`);
    if (suggested.issue_date) return t('ask.date', { day: format.dayLong(suggested.issue_date) });
    const source = words.source(
      suggested.source_kind_code ?? 'other',
      suggested.source_name ?? '',
      suggested.source_other,
    );
    return t(fromBefore ? 'ask.same' : 'ask.source', fromBefore ? { value: source } : { source });
  };

  return (
    <Stack gap={3} ref={box} onFocus={onBegun}>
      <DraftQuestion draft={draft} />
      <Text tone="muted" size="small">
        {t('state.step', { step: known.step + 1, steps: detailSteps.length })}
      </Text>
      {suggestion ? (
        <Stack gap={2} role="group" aria-label={question(suggestion)}>
          <p>{question(suggestion)}</p>
          <Row gap={2}>
            <Button size="small" busy={isLoading} onClick={() => void answer(suggestion).catch(() => undefined)}>
              {common('words.yes')}
            </Button>
            <Button size="small" variant="secondary" onClick={() => setRefused(true)}>
              {t('ask.other')}
            </Button>
            {back}
          </Row>
          {error && <Alert tone="danger">{problemText(common, problemOf(error))}</Alert>}
        </Stack>
      ) : (
        <OpenStep
          key={step}
          step={step}
          last={last}
          dated={hasOwnDate(document)}
          answer={answer}
          back={back}
          start={{ ...startingDetails(guess), ...known.details }}
          typed={(values) => {
            typed.current = values;
            draft.keep({ ...known, details: { ...known.details, ...values } });
          }}
        />
      )}
      {note && (
        <Text tone="muted" size="small" role="status">
          {note}
        </Text>
      )}
    </Stack>
  );
}
