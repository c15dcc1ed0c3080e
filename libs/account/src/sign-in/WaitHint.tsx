import type { ApiProblem } from '@konsil/api';
import { useLocale, useTexts, formatWait } from '@konsil/i18n';
import { Alert } from '@konsil/ui';
import { publicTexts } from '@konsil/portal-frame';

/** The wait after too many attempts, if only the server's header says so; or why a correct sign-in was refused. */
export function WaitHint({ problem }: { problem: ApiProblem | null }) {
  const { t } = useTexts(publicTexts);
  const locale = useLocale();
  if (problem?.retryAfter && problem.code !== 'too_many')
    return <Alert tone="warning">{t('signIn.wait', { time: formatWait(problem.retryAfter, locale) })}</Alert>;
  if (problem?.code === 'not_allowed_now') return <Alert tone="warning">{t('signIn.denied')}</Alert>;
  return null;
}
