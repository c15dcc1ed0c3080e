import { useEffect, useRef, useState } from 'react';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Button, useToast } from '@konsil/ui';
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
      <>
        <span>{t(status)}</span>
        {status === 'unread' ? choice(common('words.retry'), readAgain) : choice(t('giveUp'), giveUp)}
      </>
    );
  return (
    <>
      {told && (
        <span ref={line} tabIndex={-1}>
          {t(`decided.${told}`)}
        </span>
      )}
      {status === 'gone' ? (
        <>
          <span>{t('effect')}</span>
          {choice(t('takeOver'), takeOver)}
          {choice(t('keepMine'), keepMine)}
        </>
      ) : (
        Boolean(replaced) && (
          <Button variant="secondary" size="small" onClick={bringBack}>
            {t('bringBack')}
          </Button>
        )
      )}
    </>
  );
}
