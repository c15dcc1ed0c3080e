// @bundle route
import type { ProcessOverview } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import type { RequestPreview } from '@konsil/contracts/requests';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Avatar, DefinitionList, Row, Text } from '@konsil/ui';
import { AddressLines } from '../patients/AddressLines.tsx';
import { paths } from '../paths.ts';
import { Change, Titled } from './SheetPart.tsx';
import { sendTexts } from './texts.ts';

/** The person that a request is about, as the doctor sees them. */
export function PersonPart({ theCase, preview }: { theCase: ProcessOverview; preview: RequestPreview }) {
  const { t } = useTexts(sendTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const record = preview.patient;
  const person = record ?? theCase.patient;
  const nothing = <Text tone="muted">{t('nothing')}</Text>;
  return (
    <Titled
      id="person"
      title={t('person')}
      change={
        <Change
          to={paths.reviewed.person(theCase.id, theCase.patient.id)}
          what={t('changePart', { part: t('person') })}
        />
      }
    >
      <Row gap={3} wrap={false}>
        <Avatar name={fullName(person)} voice="patient" />
        <strong>{fullName(person)}</strong>
      </Row>
      <DefinitionList
        items={[
          {
            term: common('fields.date_of_birth'),
            detail: t('born', { day: format.day(person.date_of_birth), age: format.age(person.date_of_birth) }),
          },
          { term: common('fields.gender'), detail: common(`codes.gender.${person.gender}`) },
          ...(record
            ? [
                {
                  term: t('address'),
                  detail: <AddressLines of={record} empty={nothing} />,
                },
                { term: common('codes.patientDetail.phone'), detail: record.phone || nothing },
              ]
            : []),
        ]}
      />
    </Titled>
  );
}
