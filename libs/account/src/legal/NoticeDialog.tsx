import { useAcceptLegalTextMutation } from '@konsil/api/legal-texts';
import { useAction } from '@konsil/common';
import type { LegalNotice } from '@konsil/contracts/legal-notices';
import { writtenFor } from '@konsil/contracts/written';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Button, Dialog, Stack, Text, TextLink } from '@konsil/ui';
import { Paragraphs } from './LegalText.tsx';
import { legalPaths } from './paths.ts';
import { legalTexts } from './texts.ts';

const titleOf = ({ kind, known_before: known }: LegalNotice) => (kind === 'terms' && !known ? 'firstTerms' : kind);

/** Changes of a legal text, to be accepted or taken note of. */
export function NoticeDialog({
  notice,
  onLater,
  onRefused,
}: {
  notice: LegalNotice;
  onLater: () => void;
  /** A newer version may have come into force. */
  onRefused: () => void;
}) {
  const { t } = useTexts(legalTexts);
  const format = useFormat();
  const [language] = writtenFor(useLocale());
  const act = useAction();
  const [accept, { isLoading: busy }] = useAcceptLegalTextMutation();
  const isAsked = notice.kind === 'terms';
  const confirm = async () => {
    if (!(await act(accept(notice.id).unwrap(), { text: t(isAsked ? 'notice.accepted' : 'notice.isNoted') })))
      onRefused();
  };
  return (
    <Dialog
      open
      onClose={onLater}
      closeLabel={t('notice.later')}
      title={t(`notice.${titleOf(notice)}`)}
      footer={
        <>
          {isAsked && (
            <Button variant="secondary" onClick={onLater}>
              {t('notice.later')}
            </Button>
          )}
          <Button busy={busy} onClick={() => void confirm()}>
            {t(isAsked ? 'notice.accept' : 'notice.noted')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <p>{t('notice.since', { day: format.day(notice.holds_from) })}</p>
        <Stack gap={1}>
          <h3>{t('changes')}</h3>
          <Paragraphs texts={[notice.changes[language]]} />
        </Stack>
        <TextLink standalone to={legalPaths[notice.kind]} target="_blank">
          {t('notice.read')}
        </TextLink>
        {isAsked && (
          <Text as="p" size="small" tone="muted">
            {t('notice.keeps')}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}
