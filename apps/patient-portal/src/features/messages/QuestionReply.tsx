import { doctorName, shortDoctorName } from '@konsil/cases';
import { useGetCaseQuery } from '@konsil/api/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import { useCommon, useTexts } from '@konsil/i18n';
import { MessageForm, useMessageDraft } from '@konsil/messages';
import { Text } from '@konsil/ui';
import { sentOf, useAttachable } from './attachable.ts';
import { messagePageTexts } from './texts.ts';

/** The form of the reply; its field takes the focus, because the button that opened it is gone. */
export function QuestionReply({ theCase, onSent }: { theCase: CaseSummary; onSent: () => void }) {
  const { t } = useTexts(messagePageTexts);
  const { t: common } = useCommon();
  const attachable = useAttachable();
  const draft = useMessageDraft(theCase.id);
  // For the documents that can be attached; the reply does not wait for them.
  const { currentData: whole } = useGetCaseQuery(theCase.id);
  const { doctor } = theCase;
  return (
    <MessageForm
      composer
      focused
      caseId={theCase.id}
      draft={draft}
      to={doctorName(doctor.name)}
      title={common('codes.todoTitle.answer_question')}
      subject={t('replySubject')}
      attachable={whole && sentOf(whole).map(attachable)}
      onSent={onSent}
    >
      <Text as="p" tone="muted">
        {t('reply', { doctor: shortDoctorName(doctor.name), count: doctor.reply_days })}
      </Text>
    </MessageForm>
  );
}
