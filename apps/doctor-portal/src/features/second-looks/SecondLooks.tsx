// @bundle route
import { useEndSecondLookMutation } from '@konsil/api/second-looks';
import { shortDoctorName } from '@konsil/cases';
import { useAction } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { SecondLook } from '@konsil/contracts/second-look-schema';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, ConfirmDialog, DefinitionList, List, ListRow, Row, Section, Stack, Text } from '@konsil/ui';
import { useState } from 'react';
import { AskSecondLook } from './AskSecondLook';
import { secondLookTexts } from './texts';

const isCurrent = ({ state }: SecondLook) => state === 'asked' || state === 'open';

/** The second looks that the doctor asked for in a case, and the form for a new one while none is open. */
export function SecondLooks({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(secondLookTexts);
  const [asks, setAsks] = useState(false);
  const looks = theCase.second_looks ?? [];
  const mayAsk = !looks.some(isCurrent);
  return (
    <Section title={t('inCase.title')} data-print="hide">
      <Stack gap={3}>
        {looks.length > 0 && (
          <List>
            {looks.map((look) => (
              <AskedLook key={look.id} theCase={theCase} look={look} />
            ))}
          </List>
        )}
        {mayAsk && asks && <AskSecondLook theCase={theCase} close={() => setAsks(false)} />}
        {mayAsk && !asks && (
          <>
            <Text as="p" tone="muted">
              {t('inCase.lead')}
            </Text>
            <Row>
              <Button variant="secondary" size="small" onClick={() => setAsks(true)}>
                {t('inCase.ask')}
              </Button>
            </Row>
          </>
        )}
      </Stack>
    </Section>
  );
}

function AskedLook({ theCase, look }: { theCase: ProcessOverview; look: SecondLook }) {
  const { t } = useTexts(secondLookTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const act = useAction();
  const [asks, setAsks] = useState(false);
  const [end, { isLoading }] = useEndSecondLookMutation();
  const colleague = shortDoctorName(look.reader.name);
  const name = theCase.account_name;
  const on = look.state === 'open' ? look.until : look.answered_at;
  const confirm = async () => {
    await act(end({ id: look.id, caseId: theCase.id }).unwrap(), { text: t('inCase.ended') });
    setAsks(false);
  };
  return (
    <ListRow
      title={t('inCase.asked', { colleague, day: format.day(look.asked_at) })}
      detail={t(`inCase.state.${look.state}`, { name, day: on ? format.day(on) : '' })}
      actions={
        isCurrent(look) && (
          <>
            <Button variant="quiet" size="small" onClick={() => setAsks(true)}>
              {t('inCase.end')}
            </Button>
            <ConfirmDialog
              open={asks}
              onCancel={() => setAsks(false)}
              onConfirm={() => void confirm()}
              title={t('inCase.endTitle')}
              confirmLabel={t('inCase.end')}
              cancelLabel={common('words.cancel')}
              busy={isLoading}
            >
              {t('inCase.endText', { colleague })}
            </ConfirmDialog>
          </>
        )
      }
    >
      <LookTexts look={look} />
    </ListRow>
  );
}

function LookTexts({ look: { question, answer, reader } }: { look: SecondLook }) {
  const { t } = useTexts(secondLookTexts);
  const words = (text: string) => (
    <Text as="p" preserveLines>
      {text}
    </Text>
  );
  return (
    <DefinitionList
      items={[
        ...(question ? [{ key: 'question', term: t('inCase.yourQuestion'), detail: words(question) }] : []),
        ...(answer
          ? [
              {
                key: 'answer',
                term: t('inCase.answer', { colleague: shortDoctorName(reader.name) }),
                detail: words(answer),
              },
            ]
          : []),
      ]}
    />
  );
}

/** The replies of colleagues, readable beside the answer to the patient. */
export function SecondLookAnswers({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(secondLookTexts);
  const answered = (theCase.second_looks ?? []).filter(({ answer }) => answer);
  if (answered.length === 0) return null;
  return (
    <section>
      <h3>{t('inCase.title')}</h3>
      {answered.map((look) => (
        <LookTexts key={look.id} look={look} />
      ))}
    </section>
  );
}
