// @bundle forms
import { useCommon } from '@konsil/i18n';
import { Waiting, type WaitingProps } from './Waiting.tsx';

/** Loading state of a form with a draft, which earlier input would overwrite. Retries until the draft is loaded. */
export function WaitingForDraft({ rows = 3 }: Pick<WaitingProps, 'rows'>) {
  const { t } = useCommon();
  return <Waiting rows={rows} slow={t('words.draftSlow')} />;
}
