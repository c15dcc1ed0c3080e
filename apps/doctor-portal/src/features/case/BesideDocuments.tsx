// @bundle route
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { byExamination } from '@konsil/contracts/examinations';
import { useTexts } from '@konsil/i18n';
import { SplitView, useDesk, useLaptop, useWide } from '@konsil/ui';
import { useMemo, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { paths } from '../paths';
import { PaneBody, PaneColumn, Workplace } from '../case-parts/case-parts';
import { DocumentRail } from './DocumentRail';
import { FoldedDocuments } from './FoldedDocuments';
import { Overview } from './Overview';
import { Reading } from './Reading';
import { inReadingOrder } from './reading-order';
import { caseTexts } from '../case-parts/texts';

/** The name of the overview in the address, where others have a document's id. */
const overviewName = 'overview';

/** A form about a case beside its documents, where there is room for both. */
export function BesideDocuments({ theCase, children }: { theCase: ProcessOverview; children: ReactNode }) {
  const { t } = useTexts(caseTexts);
  const desk = useDesk();
  const wide = useWide();
  const laptop = useLaptop();
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const entries = useMemo(() => byExamination(inReadingOrder(theCase.documents, theCase)), [theCase]);
  if (!desk) return children;

  const asked = params.get('document');
  const first = entries[0]?.[0];
  const current = theCase.documents.find(({ id }) => id === asked) ?? first;
  const overview = asked === overviewName || !current;
  const at = (document: string) => {
    const query = new URLSearchParams(params);
    query.set('document', document);
    return query;
  };
  const hrefOf = (document: string) => `${pathname}?${at(document)}`;
  const rail = (
    <DocumentRail
      theCase={theCase}
      current={overview ? undefined : current}
      hrefOf={({ id }: Document) => hrefOf(id)}
      listHref={(list) => `${paths.case(theCase)}/${list}`}
      overview={{ to: hrefOf(overviewName), isCurrent: overview }}
    />
  );
  return (
    <Workplace>
      {wide ? rail : <FoldedDocuments theCase={theCase}>{rail}</FoldedDocuments>}
      <SplitView
        dividerLabel={t('divider')}
        storageKey="case"
        firstOnScreenOnly
        start={laptop ? 52 : 58}
        min={30}
        max={75}
        first={
          overview ? (
            <Overview theCase={theCase} onNext={first && (() => setParams(at(first.id), { replace: true }))} />
          ) : (
            <Reading
              entries={entries}
              current={current}
              files={entries.find((entry) => entry.includes(current))}
              open={({ id }) => setParams(at(id), { replace: true })}
              onOverview={() => setParams(at(overviewName), { replace: true })}
              details={undefined}
            />
          )
        }
        second={
          <PaneColumn>
            <PaneBody>{children}</PaneBody>
          </PaneColumn>
        }
      />
    </Workplace>
  );
}
