import { useState } from 'react';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, CheckboxField, Dialog, ErrorSummary, Fieldset, Stack, Text } from '@konsil/ui';
import { completeGuess } from '../describe/details.ts';
import type { Details } from '../describe/details.ts';
import { useDescribeMany } from '../describe/use-describe.ts';
import { uploadTexts } from '../texts.ts';
import { GuessedFile, tickOf } from './GuessedFile.tsx';
import type { DocumentEntry, Question } from './rows.ts';

export interface ReviewGuessesProps {
  /** Files with complete guesses. */
  guessed: readonly Question[];
  /** Number of other files with missing details. */
  others: number;
  open: boolean;
  onClose: () => void;
  onDescribed: (entries: readonly DocumentEntry[], details: Details) => void;
}

/**
 * All complete guesses in one list: right ones are ticked and confirmed together, wrong ones corrected in place. Ticks
 * are kept while the dialog is closed.
 */
export function ReviewGuesses({ guessed, others, open, onClose, onDescribed }: ReviewGuessesProps) {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  const { save, busy, left, forget } = useDescribeMany();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [changing, setChanging] = useState<string | null>(null);
  /** The number of times that it was submitted without a tick. */
  const [inVain, setInVain] = useState(0);
  const right = guessed.filter(({ entry }) => ticked.has(entry.document.id));
  const failed = guessed.filter(({ entry }) => left.includes(entry.document)).length;
  const missing = inVain > 0 && right.length === 0 ? t('review.noneTicked') : undefined;

  const tick = (questions: readonly Question[], on: boolean) => {
    const ids = questions.map(({ entry }) => entry.document.id);
    setTicked(new Set(on ? [...ticked, ...ids] : [...ticked].filter((id) => !ids.includes(id))));
  };
  const close = () => {
    setChanging(null);
    forget();
    setInVain(0);
    onClose();
  };
  const confirm = async () => {
    forget();
    if (right.length === 0) return setInVain((count) => count + 1);
    const said = right.flatMap(({ entry, fellows }) => {
      const details = completeGuess(entry.document.guess ?? {});
      return details ? [entry, ...fellows].map(({ document }) => [document, details] as const) : [];
    });
    const done = await save(said);
    const last = said.findLast(([document]) => done.includes(document));
    if (last)
      onDescribed(
        right.flatMap(({ entry, fellows }) => [entry, ...fellows]).filter(({ document }) => done.includes(document)),
        last[1],
      );
    if (right.every(({ entry }) => done.includes(entry.document))) close();
  };
  const changed = ({ entry, fellows }: Question, details: Details) => {
    const place = guessed.findIndex((question) => question.entry === entry);
    const next = guessed[place + 1] ?? guessed[place - 1];
    setChanging(null);
    onDescribed([entry, ...fellows], details);
    if (next) document.getElementById(tickOf(next))?.focus();
    else close();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('review.title')}
      description={t('review.text')}
      closeLabel={common('words.close')}
      footer={
        <Button busy={busy} onClick={() => void confirm()}>
          {right.length === 0 ? t('review.confirmNone') : t('review.confirm', { count: right.length })}
        </Button>
      }
    >
      <Stack gap={4}>
        <ErrorSummary
          title={common('form.errorTitle', { count: 1 })}
          errors={missing ? [{ name: 'review-all', message: missing }] : []}
          attempt={inVain}
        />
        {failed > 0 && <Alert tone="danger">{t('all.failed', { count: failed })}</Alert>}
        <Fieldset name="review-files" legend={t('review.title')} labelHidden error={missing}>
          <CheckboxField
            name="review-all"
            label={t('review.every', { count: guessed.length })}
            checked={right.length === guessed.length}
            onChange={(event) => tick(guessed, event.currentTarget.checked)}
          />
          {guessed.map((question) => {
            const { id } = question.entry.document;
            return (
              <GuessedFile
                key={id}
                question={question}
                ticked={ticked.has(id)}
                onTick={(on) => tick([question], on)}
                changing={changing === id}
                onChange={() => setChanging(id)}
                onDescribed={(details) => changed(question, details)}
              />
            );
          })}
        </Fieldset>
        {others > 0 && (
          <Text as="p" tone="muted">
            {t('review.others', { count: others })}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}
