import { useCommon } from '@konsil/i18n';
import { Waiting, type WaitingProps } from './Waiting.tsx';

/** A form whose draft is on its way: what is typed before it is there would be saved over it. It is asked for until it comes. */
export function WaitingForDraft({ rows = 3 }: Pick<WaitingProps, 'rows'>) {
  const { t } = useCommon();
  return <Waiting rows={rows} slow={t('words.draftSlow')} />;
}
