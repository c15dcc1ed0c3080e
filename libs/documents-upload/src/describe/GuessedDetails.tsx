import { useEffect, useRef } from 'react';
import { problemOf } from '@konsil/api/problem';
import type { Document } from '@konsil/contracts/documents';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, Row, Stack } from '@konsil/ui';
import { uploadTexts } from '../texts.ts';
import { completeGuess } from './details.ts';
import type { Details } from './details.ts';
import { useDescribe } from './use-describe.ts';

export interface GuessedDetailsProps {
  document: Document;
  /** Other files of the same examination: they get the same details. */
  fellows: readonly Document[];
  /** The id of the guess, which screen readers announce with the button that confirms it. */
  describedBy?: string | undefined;
  /** Focuses the first control, because the user just came from another row. */
  takeFocus: boolean;
  onDescribed: (details: Details) => void;
  /** Opens the questions instead. */
  onOpen: () => void;
  /** The step after the last open question; confirming can lead there with the same click. */
  goOn?: GoOn | undefined;
}

export interface GoOn {
  /** The label of the button that confirms and goes on. */
  label: string;
  go: () => void;
}

/** Adds details from a document's row: a complete guess is confirmed with one press. */
export function GuessedDetails({
  document,
  fellows,
  describedBy,
  takeFocus,
  onDescribed,
  onOpen,
  goOn,
}: GuessedDetailsProps) {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  const { save, isLoading, error } = useDescribe(document, fellows);
  const { file_name: name } = document;
  const details = completeGuess(document.guess ?? {});
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takeFocus) box.current?.querySelector('button')?.focus();
  }, [takeFocus]);
  const confirm = async (right: Details, then?: () => void) => {
    await save(right);
    onDescribed(right);
    then?.();
  };
  return (
    <Stack gap={2} ref={box}>
      <Row gap={2}>
        {details && goOn && (
          <Button
            size="small"
            busy={isLoading}
            aria-describedby={describedBy}
            onClick={() => void confirm(details, goOn.go).catch(() => undefined)}
          >
            {goOn.label}
          </Button>
        )}
        {details && (
          <Button
            size="small"
            variant="secondary"
            busy={isLoading}
            aria-label={t('guess.rightLabel', { name })}
            aria-describedby={describedBy}
            onClick={() => void confirm(details).catch(() => undefined)}
          >
            {t('guess.right')}
          </Button>
        )}
        <Button
          size="small"
          variant={details ? 'quiet' : 'secondary'}
          busy={isLoading}
          aria-label={t(details ? 'editDetails' : 'describeOne', { name })}
          onClick={onOpen}
        >
          {t(details ? 'guess.wrong' : 'describe')}
        </Button>
      </Row>
      {error && <Alert tone="danger">{problemText(common, problemOf(error))}</Alert>}
    </Stack>
  );
}
