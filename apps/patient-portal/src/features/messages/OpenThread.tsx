import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { useGetCaseQuery } from '@konsil/api/cases';
import { doctorName } from '@konsil/cases';
import { LoadFailed, Waiting } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { Avatar, Card, EmptyState, MessagesIcon, Row, Stack, TextLink } from '@konsil/ui';
import { paths } from '../paths.ts';
import { messagePageTexts } from './texts.ts';

interface OpenThreadProps {
  /** Undefined until a message of the list is chosen. */
  caseId: string | undefined;
  children: (theCase: ProcessOverview) => ReactNode;
}

/** The thread of a case beside the list of messages, with doctor and case above it. */
export function OpenThread({ caseId, children }: OpenThreadProps) {
  const { t } = useTexts(messagePageTexts);
  const { currentData, error, refetch } = useGetCaseQuery(caseId ?? '', { skip: !caseId });
  const content = () => {
    if (!caseId)
      return (
        <Card padding="none">
          <EmptyState icon={<MessagesIcon />}>{t('choose')}</EmptyState>
        </Card>
      );
    if (!currentData) return error ? <LoadFailed problem={error} onRetry={refetch} /> : <Waiting rows={3} />;
    return (
      <Opened key={caseId} theCase={currentData}>
        {children(currentData)}
      </Opened>
    );
  };
  return <section aria-label={t('conversation')}>{content()}</section>;
}

function Opened({
  theCase: { id, case_name: name, doctor },
  children,
}: {
  theCase: ProcessOverview;
  children: ReactNode;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const chosen = useNavigationType() === NavigationType.Push;
  // The reader goes on from the list to what was chosen there; on a page that was just opened, at its title.
  useEffect(() => {
    if (chosen) title.current?.focus({ preventScroll: true });
  }, [chosen]);
  return (
    <Stack gap={5}>
      <Row gap={3} wrap={false}>
        <Avatar name={doctor.name} voice="doctor" />
        <div>
          <h2 ref={title} tabIndex={-1}>
            {doctorName(doctor.name)}
          </h2>
          <TextLink to={paths.case(id)}>{name}</TextLink>
        </div>
      </Row>
      {children}
    </Stack>
  );
}
