import { useEffect, useRef, useState } from 'react';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Button, useToast } from '@konsil/ui';
import type { NotedDraft } from './draft-note.tsx';
import { draftTexts } from './texts.ts';
import { reasonOf } from './use-act.ts';

/**
 * Resolves a draft that differs in two windows: the user picks one and can restore the other. The focus moves to the
 * resulting message.
 */
export function DraftChoice({ draft }: { draft: NotedDraft }) {
  const { t } = useTexts(draftTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const line = useRef<HTMLSpanElement>(null);
  const { status, decided, replaced, takeOver, keepMine, bringBack } = draft;
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
          <Button variant="secondary" size="small" busy={busy} onClick={() => void decide(takeOver)}>
            {t('takeOver')}
          </Button>
          <Button variant="secondary" size="small" busy={busy} onClick={() => void decide(keepMine)}>
            {t('keepMine')}
          </Button>
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
