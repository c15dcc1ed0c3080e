import type { Meta, StoryObj } from '@storybook/react-vite';
import { useSay } from '../../.storybook/say';
import { StoryPatientShell } from '../../.storybook/storyShell';
import { wholeScreen } from '../../.storybook/usage';
import {
  BackLink,
  ButtonLink,
  Card,
  CheckList,
  Columns,
  DefinitionList,
  DocumentNewIcon,
  Letter,
  List,
  ListLinkRow,
  Page,
  PageTitle,
  SeenIcon,
  Section,
  SendIcon,
  Stack,
  TabLinks,
  Text,
  TextLink,
  Timeline,
  TimelineItem,
  TurnPill,
  UploadIcon,
  YourTurnCard,
} from '..';

const meta: Meta = {
  title: 'Screens/Patient',
  parameters: {
    ...wholeScreen,
    docs: {
      description: {
        component: 'How the parts make a screen: one warm sheet, one primary button, one thing at a time.',
      },
    },
  },
};
export default meta;

export const Dashboard: StoryObj = {
  render: function Screen() {
    const say = useSay();
    return (
      <StoryPatientShell>
        <Page width="wide">
          <PageTitle lead={say('Eine Sache wartet auf Sie.', 'One thing is waiting for you.')}>
            {say('Guten Tag, Frau Adler', 'Good day, Ms Adler')}
          </PageTitle>
          <Columns>
            <Stack>
              <YourTurnCard
                turn={say('Sie sind dran', 'It is your turn')}
                title={say('Dr. Sandberg braucht noch einen Befund', 'Dr Sandberg needs one more report')}
                due={say('Bitte bis Freitag, 20. November', 'Please by Friday 20 November')}
                actions={
                  <>
                    <ButtonLink to="#upload" icon={<UploadIcon />}>
                      {say('Befund hochladen', 'Upload report')}
                    </ButtonLink>
                    <ButtonLink to="#case" variant="quiet">
                      {say('Fall ansehen', 'View case')}
                    </ButtonLink>
                  </>
                }
              >
                {say(
                  'Es geht um Ihren Fall „Knoten in der Schilddrüse“. Es fehlt der Befund der Feinnadelpunktion.',
                  'This is about your case “Nodule in the thyroid”. The report of the fine-needle biopsy is missing.',
                )}
              </YourTurnCard>
              <Section
                title={say('Weitere Fälle', 'More cases')}
                action={<TextLink to="#cases">{say('Alle 3 Fälle', 'All 3 cases')}</TextLink>}
              >
                <List>
                  <ListLinkRow
                    to="#1"
                    title={say('Knieschmerzen nach Sportunfall', 'Knee pain after a sports accident')}
                    detail="Jakob Adler · Dr. Anton Keil"
                    state={
                      <TurnPill tone="other">
                        {say('Antwort bis Di, 24. November', 'Answer by Tue 24 November')}
                      </TurnPill>
                    }
                  />
                  <ListLinkRow
                    to="#2"
                    title={say('Bandscheibe L4/L5, Zweitmeinung', 'Disc L4/L5, second opinion')}
                    detail="Miriam Adler · Prof. Dr. Ada Marin"
                    state={
                      <TurnPill tone="none">{say('Beantwortet am 12. Oktober', 'Answered on 12 October')}</TurnPill>
                    }
                  />
                </List>
              </Section>
            </Stack>
            <Card as="section">
              <Section title={say('Neueste Antwort', 'Newest answer')}>
                <Text as="p" tone="muted" size="small">
                  {say('Prof. Dr. Marin, 12. Oktober', 'Prof. Dr Marin, 12 October')}
                </Text>
                <p>
                  {say(
                    '„Eine Operation ist im Moment nicht nötig. Ich rate zu gezielter Physiotherapie.“',
                    '“There is no need to operate now. I advise targeted physiotherapy.”',
                  )}
                </p>
                <TextLink to="#answer" standalone>
                  {say('Antwort lesen', 'Read the answer')}
                </TextLink>
              </Section>
            </Card>
          </Columns>
        </Page>
      </StoryPatientShell>
    );
  },
};

export const Case: StoryObj = {
  render: function Screen() {
    const say = useSay();
    const doctor = say('Dr. Sandberg', 'Dr Sandberg');
    const you = say('Sie', 'You');
    return (
      <StoryPatientShell>
        <Page width="wide">
          <PageTitle
            back={<BackLink to="#cases">{say('Meine Fälle', 'My cases')}</BackLink>}
            lead={say('Für Miriam Adler, bei Dr. Elif Sandberg', 'For Miriam Adler, with Dr Elif Sandberg')}
          >
            {say('Knoten in der Schilddrüse', 'Nodule in the thyroid')}
          </PageTitle>
          <YourTurnCard
            turn={say('Sie sind dran', 'It is your turn')}
            title={say(
              'Laden Sie den Befund der Feinnadelpunktion hoch',
              'Upload the report of the fine-needle biopsy',
            )}
            due={say('Bitte bis Freitag, 20. November', 'Please by Friday 20 November')}
            actions={
              <ButtonLink to="#upload" icon={<UploadIcon />}>
                {say('Befund hochladen', 'Upload report')}
              </ButtonLink>
            }
            aside={
              <CheckList
                words={{ done: say('Erledigt', 'Done'), open: say('Offen', 'Open') }}
                items={[
                  {
                    key: 'lab',
                    done: true,
                    label: say('Laborwerte TSH und Calcitonin', 'Laboratory values TSH and calcitonin'),
                    detail: say('Hochgeladen, noch nicht gesendet', 'Uploaded, not sent yet'),
                  },
                  {
                    key: 'biopsy',
                    done: false,
                    label: say('Befund der Feinnadelpunktion', 'Report of the fine-needle biopsy'),
                    detail: say('Bekommen Sie in der Praxis, die punktiert hat', 'From the practice that did it'),
                  },
                ]}
              />
            }
          />
          <TabLinks
            label={say('Bereiche des Falls', 'Parts of the case')}
            items={[
              { to: '#overview', label: say('Übersicht', 'Overview'), current: true },
              { to: '#documents', label: say('Unterlagen', 'Documents'), count: 6 },
              { to: '#images', label: say('Aufnahmen', 'Scans'), count: 2 },
              { to: '#todos', label: say('Aufgaben', 'To-dos'), count: 2 },
              {
                to: '#messages',
                label: say('Nachrichten', 'Messages'),
                count: 1,
                countTone: 'you',
                countLabel: say('neu', 'new'),
              },
            ]}
          />
          <Columns>
            <Section title={say('Verlauf', 'Timeline')} titleHidden>
              <Timeline>
                <TimelineItem
                  voice="patient"
                  draft
                  who={you}
                  when={say('heute', 'today')}
                  title={say('Noch nicht gesendet', 'Not sent yet')}
                >
                  <p>
                    {say(
                      '1 Dokument wartet. Dr. Sandberg sieht es erst, wenn Sie senden.',
                      '1 document is waiting. Dr Sandberg sees it only when you send.',
                    )}
                  </p>
                </TimelineItem>
                <TimelineItem
                  voice="doctor"
                  icon={<DocumentNewIcon />}
                  who={doctor}
                  when={say('4. November', '4 November')}
                  title={say('Weitere Unterlagen nötig', 'Further documents needed')}
                >
                  <Letter
                    footer={<TextLink to="#answer">{say('Ganze Antwort lesen', 'Read the whole answer')}</TextLink>}
                  >
                    {say(
                      '„Guten Tag, Frau Adler, der Knoten sieht im Ultraschall gut abgegrenzt aus. Für eine sichere Beurteilung fehlen mir noch zwei Unterlagen.“',
                      '“Dear Ms Adler, in the ultrasound the nodule looks well defined. For a safe judgement I still need two documents.”',
                    )}
                  </Letter>
                </TimelineItem>
                <TimelineItem
                  voice="doctor"
                  icon={<SeenIcon />}
                  who={doctor}
                  when={say('2. November', '2 November')}
                  title={say('Hat Ihren Fall geöffnet', 'Opened your case')}
                />
                <TimelineItem
                  voice="patient"
                  icon={<SendIcon />}
                  who={you}
                  when={say('30. Oktober', '30 October')}
                  title={say('Anfrage gesendet', 'Request sent')}
                >
                  <p>{say('3 Fragen, 4 Dokumente, 2 Aufnahmen', '3 questions, 4 documents, 2 scans')}</p>
                </TimelineItem>
              </Timeline>
            </Section>
            <Card as="section">
              <Section title={say('Zum Fall', 'About the case')} headingLevel={3}>
                <DefinitionList
                  items={[
                    {
                      term: say('Diagnose', 'Diagnosis'),
                      detail: say(
                        'Knoten im rechten Schilddrüsenlappen, 2,3 cm',
                        'Nodule in the right thyroid lobe, 2.3 cm',
                      ),
                    },
                    {
                      term: say('Ihre Fragen', 'Your questions'),
                      detail: say('3 Fragen, noch keine beantwortet', '3 questions, none answered yet'),
                    },
                    {
                      term: say('Antwortzeit von Dr. Sandberg', 'Dr Sandberg’s answer time'),
                      detail: say('3 Werktage, nachdem Sie gesendet haben', '3 working days after you send the case'),
                    },
                  ]}
                />
              </Section>
            </Card>
          </Columns>
        </Page>
      </StoryPatientShell>
    );
  },
};
