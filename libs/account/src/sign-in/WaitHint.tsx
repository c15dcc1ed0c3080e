// @bundle route
import { useEffect } from 'react';
import type { ApiProblem } from '@konsil/api';
import { useLocale, useTexts, formatWait } from '@konsil/i18n';
import { Alert } from '@konsil/ui';
import { providerButtonId } from '../providers/provider-button-id.ts';
import { codeTexts } from './texts.ts';

/**
 * The wait after too many attempts, if only the server's header says so; or why a correct sign-in was refused. Leads on to
 * the provider that the clinic requires.
 */
export function WaitHint({ problem }: { problem: ApiProblem | null }) {
  const { t } = useTexts(codeTexts);
  const locale = useLocale();
  // After the summary of errors, which is read out anyway.
  useEffect(() => {
    if (problem?.provider) document.getElementById(providerButtonId(problem.provider))?.focus();
  }, [problem]);
  if (problem?.retryAfter && problem.code !== 'too_many')
    return <Alert tone="warning">{t('wait', { time: formatWait(problem.retryAfter, locale) })}</Alert>;
  if (problem?.code === 'not_allowed_now') return <Alert tone="warning">{t('denied')}</Alert>;
  return null;
}
