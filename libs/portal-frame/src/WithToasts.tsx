// @bundle ui
import type { ReactNode } from 'react';
import { useCommon, useTexts } from '@konsil/i18n';
import { ToastProvider } from '@konsil/ui';
import { publicTexts } from './texts.ts';

/** A part of a portal that may show toasts: every signed-in page, and those signed-out ones that need them. */
export function WithToasts({ children }: { children: ReactNode }) {
  const { t } = useTexts(publicTexts);
  const { t: c } = useCommon();
  return (
    <ToastProvider words={{ region: t('frame.messagesRegion'), close: c('words.close') }}>{children}</ToastProvider>
  );
}
