import { useEffect, useRef, useState } from 'react';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, Row, useToast } from '@konsil/ui';
import type { NotedDraft } from './draft-note.tsx';
import { draftTexts } from './texts.ts';
import { reasonOf } from './use-act.ts';

/**
 * Resolves a draft that differs in two windows: the user picks one and can restore the other. One that was not read is
 * read again; a damaged one is given up. The focus moves to the resulting message.
 */
export function DraftChoice({ draft }: { draft: NotedDraft }) {
  const { t } = useTexts(draftTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const line = useRef<HTMLSpanElement>(null);
  const { status, decided, replaced, takeOver, keepMine, bringBack, readAgain, giveUp } = draft;
  const told = status !== 'gone' && decided;
  useEffect(() => {
    if (told) line.current?.focus();
  }, [told]);
  const decide = async (decision: () => Promise<void>) => {
    setBusy(true);
    try {
      await decision();
    } catch (error) {
      toast({ tone: 'danger', text: problemText(common, reasonOf(error)) });
    }
    setBusy(false);
  };
  const choice = (words: string, decision: () => Promise<void>) => (
    <Button variant="secondary" size="small" busy={busy} onClick={() => void decide(decision)}>
      {words}
    </Button>
  );
  if (status === 'unread' || status === 'damaged')
    return (
      <Alert
        tone="warning"
        live
        action={status === 'unread' ? choice(common('words.retry'), readAgain) : choice(t('giveUp'), giveUp)}
      >
        {t(status)}
      </Alert>
    );
  if (status === 'gone')
    return (
      <Alert
        tone="warning"
        live
        action={
          <Row gap={2}>
            {choice(t('takeOver'), takeOver)}
            {choice(t('keepMine'), keepMine)}
          </Row>
        }
      >
        {common('words.draftGone')} {t('effect')}
      </Alert>
    );
  return (
    <Alert
      live
      action={
        Boolean(replaced) && (
          <Button variant="secondary" size="small" onClick={bringBack}>
            {t('bringBack')}
          </Button>
        )
      }
    >
      {told && (
        <span ref={line} tabIndex={-1}>
          {t(`decided.${told}`)}
        </span>
      )}
    </Alert>
  );
}

/** Shown beside the buttons of a form whose draft waits for a decision; points to that decision. */
export function DraftUnsaved() {
  const { t } = useTexts(draftTexts);
  return <>{t('unsaved')}</>;
}
