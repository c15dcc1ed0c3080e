import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { hasUnsavedChanges, lossWarning, setSignOutConfirmation, signOutLossWarning } from '@konsil/forms/leave-guard';
import { useCommon, useTexts } from '@konsil/i18n';
import { ConfirmDialog } from '@konsil/ui';
import { publicTexts } from './texts.ts';

const historyIndex = () => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** The confirmation and what it does. A closed dialog keeps its text while it fades. */
interface Question {
  open: boolean;
  signingOut: boolean;
  go: () => void;
}
const ask = (go: () => void, signingOut = false): Question => ({ open: true, signingOut, go });

const followedLink = (event: MouseEvent): string | null => {
  const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.target || link.origin !== window.location.origin) return null;
  const samePage = link.pathname === window.location.pathname && link.search === window.location.search;
  return samePage ? null : link.pathname + link.search + link.hash;
};

/** Confirms before a link, the back button or signing out discards unsaved work; on closing, the browser asks. */
export function LeaveGuard() {
  const { t } = useCommon();
  const { t: f } = useTexts(publicTexts);
  const navigate = useNavigate();
  const { key } = useLocation();
  const [{ open, signingOut, go }, setQuestion] = useState<Question>({
    open: false,
    signingOut: false,
    go: () => undefined,
  });
  const at = useRef(0);
  const letGo = useRef(false);

  useEffect(() => {
    at.current = historyIndex();
  }, [key]);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const path = hasUnsavedChanges() ? followedLink(event) : null;
      if (!path) return;
      event.preventDefault();
      event.stopPropagation();
      setQuestion(ask(() => void navigate(path)));
    };
    const onPop = (event: PopStateEvent) => {
      const steps = historyIndex() - at.current;
      if (letGo.current || !hasUnsavedChanges() || steps === 0) {
        letGo.current = false;
        return;
      }
      // The URL has changed already: go back before the router notices, then ask.
      event.stopImmediatePropagation();
      window.history.go(-steps);
      setQuestion(
        ask(() => {
          letGo.current = true;
          window.history.go(steps);
        }),
      );
    };
    document.addEventListener('click', onClick, { capture: true });
    window.addEventListener('popstate', onPop, { capture: true });
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('popstate', onPop, { capture: true });
    };
  }, [navigate]);

  useEffect(() => setSignOutConfirmation((signOut) => setQuestion(ask(signOut, true))), []);

  const close = () => setQuestion((question) => ({ ...question, open: false }));

  return (
    <ConfirmDialog
      open={open}
      onCancel={close}
      onConfirm={() => {
        go();
        close();
      }}
      title={signingOut ? `${f('frame.signOut')}?` : t('form.leaveTitle')}
      confirmLabel={signingOut ? f('frame.signOut') : t('form.leaveConfirm')}
      cancelLabel={t('form.leaveCancel')}
      tone="danger"
    >
      {(signingOut ? signOutLossWarning() : lossWarning()) ?? t('form.leaveText')}
    </ConfirmDialog>
  );
}
