// @bundle route
import { useListPreparedDraftsQuery } from '@konsil/api/assistants';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { isTaken } from '@konsil/contracts/assistant-states';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, ButtonLink } from '@konsil/ui';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../paths';
import { preparedTexts } from '../prepared/texts';
import { valuesOf } from './PreparedSummaries';

/** Lists assistants' drafts that nobody has taken over; each links to the summary form. */
export function WaitingSummaries({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(preparedTexts);
  const format = useFormat();
  const [params] = useSearchParams();
  const document = params.get('document');
  // A failed request says so where the summary is written.
  const { data = [] } = useListPreparedDraftsQuery(
    { id: theCase.id, of: 'summary' },
    { skip: !theCase.assistants?.allowed },
  );
  return data
    .filter((draft) => valuesOf(draft) && !isTaken(draft))
    .map(({ revision, by: name, updated_at: at }) => (
      <Alert
        key={revision}
        title={t('by', { name, moment: format.momentWithin(at) })}
        action={
          <ButtonLink
            variant="secondary"
            size="small"
            to={paths.editEpicrisis(theCase.patient.id, { case: theCase.id, ...(document && { document }) })}
          >
            {t('readThere')}
          </ButtonLink>
        }
      />
    ));
}
