import { useListPreparedDraftsQuery } from '@konsil/api/assistants';
import { shortDoctorName } from '@konsil/cases';
import type { PreparedKind } from '@konsil/contracts/assistant-states';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useFormat, useTexts } from '@konsil/i18n';
import type { ReactNode } from 'react';
import { preparedTexts } from './texts';

interface DraftStateProps {
  theCase: ProcessOverview;
  of: PreparedKind;
  note: ReactNode;
}

/** For the assistant who drafts: whether it is saved, who sees it, and when the doctor took it over. */
export function DraftState({ theCase, of, note }: DraftStateProps) {
  const { t } = useTexts(preparedTexts);
  const format = useFormat();
  const { data: [own] = [] } = useListPreparedDraftsQuery({ id: theCase.id, of });
  const doctor = shortDoctorName(theCase.doctor.name);
  return (
    <div>
      <div role="status">{note && <small>{note}</small>}</div>
      <small>
        {own?.taken_at
          ? t('takenByDoctor', { doctor, moment: format.momentWithin(own.taken_at) })
          : t('seen', { doctor })}
      </small>
    </div>
  );
}
