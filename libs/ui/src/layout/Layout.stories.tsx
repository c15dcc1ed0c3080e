import type { Meta, StoryObj } from '@storybook/react-vite';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { Button } from '../actions/Button';
import { TextLink } from '../actions/TextLink';
import { List, ListLinkRow } from '../display/List';
import { BackLink } from '../shell/BackLink';
import { Card } from './Card';
import { Columns, ListBeside, Tiles } from './Columns';
import { DefinitionList } from './DefinitionList';
import { Page } from './Page';
import { PageTitle } from './PageTitle';
import { PlainMain } from './PlainMain';
import { Section } from './Section';
import { Row, Stack } from './Stack';
import { Text } from './Text';
import { VisuallyHidden } from './VisuallyHidden';
import { WithContents } from './WithContents';

const meta: Meta = {
  title: 'Layout/Page',
  component: Page,
  subcomponents: {
    PageTitle,
    Section,
    Card,
    Columns,
    ListBeside,
    Tiles,
    WithContents,
    Stack,
    Row,
    Text,
    DefinitionList,
    PlainMain,
    VisuallyHidden,
  },
  parameters: usage(
    'Page gives a screen its width and the gaps between its blocks, PageTitle its head, Section a heading per part, Card a sheet for things that belong together, Columns a side column, ListBeside a list with what is open of it, Tiles equal sheets beside each other, WithContents a list of the parts of a long page, Stack and Row everything smaller. DefinitionList holds facts, Text a line in another voice. PlainMain is the main part of a page that no shell stands around. VisuallyHidden is for a word that only a screen reader needs, because everybody else sees it from the place.',
    'Do not set margins on components: the box around them owns the gap. A card in a card is a sign that a Section is missing.',
  ),
};
export default meta;

function Facts() {
  const say = useSay();
  return (
    <DefinitionList
      items={[
        {
          term: say('Diagnose', 'Diagnosis'),
          detail: say('Knoten im rechten Schilddrüsenlappen, 2,3 cm', 'Nodule in the right thyroid lobe, 2.3 cm'),
        },
        {
          term: say('Ihre Fragen', 'Your questions'),
          detail: say('3 Fragen, noch keine beantwortet', '3 questions, none answered yet'),
        },
        {
          term: say('Antwortzeit', 'Answer time'),
          detail: say('3 Werktage, nachdem Sie gesendet haben', '3 working days after you send the case'),
        },
      ]}
    />
  );
}

export const MainAndSide: StoryObj = {
  render: function Screen() {
    const say = useSay();
    return (
      <Page width="wide">
        <PageTitle
          back={<BackLink to="#cases">{say('Meine Fälle', 'My cases')}</BackLink>}
          lead={say('Für Miriam Adler, bei Dr. Elif Sandberg', 'For Miriam Adler, with Dr Elif Sandberg')}
          actions={<Button variant="secondary">{say('Drucken', 'Print')}</Button>}
        >
          {say('Knoten in der Schilddrüse', 'Nodule in the thyroid')}
        </PageTitle>
        <Columns>
          <Section
            title={say('Verlauf', 'Timeline')}
            action={<TextLink to="#all">{say('Alles zeigen', 'Show all')}</TextLink>}
          >
            <Card>{say('Ein Blatt Papier auf dem Grund.', 'A sheet of paper on the ground.')}</Card>
          </Section>
          <Card as="section">
            <Section title={say('Zum Fall', 'About the case')} headingLevel={3}>
              <Facts />
            </Section>
          </Card>
        </Columns>
      </Page>
    );
  },
};

export const OneColumn: StoryObj = {
  render: function Screen() {
    const say = useSay();
    return (
      <Page>
        <PageTitle lead={say('Eine Sache nach der anderen.', 'One thing at a time.')}>
          {say('Schmale Seite', 'Narrow page')}
        </PageTitle>
        <Card>
          <DefinitionList
            layout="beside"
            items={[
              { term: 'E-Mail', detail: 'miriam.adler@example.org' },
              { term: say('Mobilnummer', 'Mobile number'), detail: '+49 151 2345678' },
            ]}
          />
        </Card>
      </Page>
    );
  },
};

export const OpenBesideItsList: StoryObj = {
  render: function Screen() {
    const say = useSay();
    return (
      <ListBeside>
        <List>
          <ListLinkRow current to="#knee" title={say('Das Knie', 'The knee')} detail="Dr. Anton Keil" />
          <ListLinkRow to="#thyroid" title={say('Die Schilddrüse', 'The thyroid')} detail="Dr. Elif Sandberg" />
        </List>
        <Section title={say('Das Knie', 'The knee')}>
          <Card>{say('Treppen sind erlaubt.', 'Stairs are allowed.')}</Card>
        </Section>
      </ListBeside>
    );
  },
};

export const TilesInARow: StoryObj = {
  render: function Screen() {
    const say = useSay();
    return (
      <Tiles as="ul" tile="small">
        {[1, 2, 3, 4].map((number) => (
          <Card as="li" key={number}>
            {say('Blatt', 'Sheet')} {number}
          </Card>
        ))}
      </Tiles>
    );
  },
};

export const StackAndRow: StoryObj = {
  render: function Screen() {
    const say = useSay();
    return (
      <Stack gap={5}>
        <Row>
          <Button>{say('Speichern', 'Save')}</Button>
          <Button variant="quiet">{say('Verwerfen', 'Discard')}</Button>
        </Row>
        <Row justify="between" align="baseline">
          <h2>{say('Weitere Fälle', 'More cases')}</h2>
          <TextLink to="#all">{say('Alle 3 Fälle', 'All 3 cases')}</TextLink>
        </Row>
      </Stack>
    );
  },
};

export const Voices: StoryObj = {
  render: function Screen() {
    const say = useSay();
    return (
      <Stack gap={2}>
        <Text as="p" size="lead">
          {say('Einleitung', 'Lead')}
        </Text>
        <Text as="p" tone="muted">
          {say('Gedämpft', 'Muted')}
        </Text>
        <Text as="p" tone="danger" strong>
          {say('1 Tag überfällig', '1 day overdue')}
        </Text>
        <Text as="p" size="small" preserveLines>
          {say('Erste Zeile\nzweite Zeile', 'First line\nsecond line')}
        </Text>
      </Stack>
    );
  },
};

export const LongPage: StoryObj = {
  render: function Screen() {
    const say = useSay();
    const parts = [
      { id: 'who', label: say('Wer sieht meine Daten?', 'Who sees my data?') },
      { id: 'how-long', label: say('Wie lange dauert eine Antwort?', 'How long does an answer take?') },
      { id: 'cost', label: say('Was kostet das?', 'What does it cost?') },
    ];
    return (
      <Page width="wide">
        <PageTitle>{say('Hilfe', 'Help')}</PageTitle>
        <WithContents label={say('Auf dieser Seite', 'On this page')} items={parts}>
          {parts.map(({ id, label }) => (
            <Section key={id} id={id} title={label}>
              <p>{say('Das steht hier in zwei, drei Sätzen.', 'Two or three sentences say it here.')}</p>
            </Section>
          ))}
        </WithContents>
      </Page>
    );
  },
};

export const WithoutAShell: StoryObj = {
  render: function Screen() {
    const say = useSay();
    return (
      <PlainMain>
        <PageTitle>{say('Diese Seite konnte nicht geladen werden', 'This page could not be loaded')}</PageTitle>
        <p>{say('Ihre Texte sind gespeichert.', 'Your texts are saved.')}</p>
      </PlainMain>
    );
  },
};

export const OnlySpoken: StoryObj = {
  render: function Screen() {
    const say = useSay();
    return (
      <p>
        3<VisuallyHidden> {say('neue Nachrichten', 'new messages')}</VisuallyHidden>
      </p>
    );
  },
};
