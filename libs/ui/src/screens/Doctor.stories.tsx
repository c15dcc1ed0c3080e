import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { makeQueue, useQueueColumns } from '../../.storybook/queue';
import { useSay } from '../../.storybook/say';
import { useStoryShell } from '../../.storybook/storyShell';
import { wholeScreen } from '../../.storybook/usage';
import {
  Button,
  ButtonLink,
  DataTable,
  Desk,
  DoctorShell,
  DocumentNewIcon,
  Kbd,
  ListAndPreview,
  Pane,
  PanePart,
  Row,
  SearchField,
  SelectField,
  Stack,
  TabLinks,
  Text,
  ToolBar,
} from '..';
import type { Sort } from '..';

const meta: Meta = {
  title: 'Screens/Doctor',
  globals: { portal: 'doctor' },
  parameters: {
    ...wholeScreen,
    docs: {
      description: { component: 'How the parts make a screen: everything beside everything, the keyboard first.' },
    },
  },
};
export default meta;

function Preview() {
  const say = useSay();
  return (
    <Pane as="aside" aria-label={say('Vorschau', 'Preview')}>
      <PanePart>
        <h2>Adler, Miriam</h2>
        <Text as="p" tone="muted">
          {say('14.03.1979, 47 Jahre, weiblich', '14 March 1979, 47 years, female')}
        </Text>
        <p>{say('Knoten in der Schilddrüse', 'Nodule in the thyroid')}</p>
      </PanePart>
      <PanePart>
        <Text as="p" size="small" tone="muted">
          {say('Diagnose laut Patientin', 'Diagnosis as told by the patient')}
        </Text>
        <p>{say('Knoten im rechten Schilddrüsenlappen, 2,3 cm', 'Nodule in the right thyroid lobe, 2.3 cm')}</p>
      </PanePart>
      <PanePart atEnd>
        <Stack gap={2}>
          <ButtonLink to="#answer" block>
            {say('Antworten', 'Answer')}
          </ButtonLink>
          <ButtonLink to="#case" variant="secondary" block>
            {say('Fall öffnen', 'Open case')}
          </ButtonLink>
        </Stack>
      </PanePart>
    </Pane>
  );
}

const queue = makeQueue(14);

export const Inbox: StoryObj = {
  render: function Screen() {
    const say = useSay();
    const { words, home, languages, doctorNav, accountNav, legal } = useStoryShell();
    const columns = useQueueColumns();
    const [sort, setSort] = useState<Sort>({ key: 'priority', direction: 'descending' });
    const [selected, setSelected] = useState('1');
    return (
      <DoctorShell
        words={words}
        home={home}
        nav={doctorNav}
        accountNav={accountNav}
        person={{ name: 'Dr. Elif Sandberg' }}
        languages={languages}
        onSignOut={() => undefined}
        legal={legal}
      >
        <Desk>
          <Row justify="between">
            <h1>{say('Eingang', 'Inbox')}</h1>
            <SearchField
              label={say('Patient, Geburtsdatum oder Fall suchen', 'Search patient, birth date or case')}
              placeholder={say('Patient, Geburtsdatum oder Fall', 'Patient, birth date or case')}
            />
          </Row>
          <TabLinks
            label={say('Ansichten', 'Views')}
            items={[
              {
                to: '#me',
                label: say('Wartet auf mich', 'Waiting for me'),
                count: 14,
                countTone: 'you',
                current: true,
              },
              { to: '#patient', label: say('Wartet auf Patient', 'Waiting for patient'), count: 9 },
              { to: '#answered', label: say('Beantwortet', 'Answered'), count: 41 },
              { to: '#archive', label: say('Archiv', 'Archive'), count: 126 },
            ]}
          />
          <ToolBar>
            <SelectField
              compact
              layout="inline"
              name="priority"
              label={say('Priorität', 'Priority')}
              options={[
                { value: '', label: say('alle', 'all') },
                { value: 'high', label: say('hoch', 'high') },
              ]}
            />
            <SelectField
              compact
              layout="inline"
              name="due"
              label={say('Frist', 'Due')}
              options={[
                { value: '', label: say('alle', 'all') },
                { value: 'late', label: say('überfällig', 'overdue') },
              ]}
            />
            <Button variant="secondary" size="small" icon={<DocumentNewIcon />} aria-pressed={false}>
              {say('Nur mit neuen Unterlagen', 'Only with new documents')}
            </Button>
            <p role="status">{say('14 Fälle, 1 überfällig, 3 heute fällig', '14 cases, 1 overdue, 3 due today')}</p>
          </ToolBar>
          <ListAndPreview preview={<Preview />}>
            <DataTable
              label={say('Warteschlange', 'Queue')}
              columns={columns}
              rows={queue}
              rowKey={(row) => row.id}
              rowTo={(row) => `#${row.id}`}
              linkColumn="name"
              sort={sort}
              onSort={setSort}
              selected={selected}
              onSelect={setSelected}
              pressSelects
            />
          </ListAndPreview>
          <Row gap={4}>
            <Text size="caption" tone="muted">
              <Kbd>{say('Eingabe', 'Enter')}</Kbd> {say('öffnen', 'open')}
            </Text>
            <Text size="caption" tone="muted">
              <Kbd>Alt</Kbd> <Kbd>{say('Umschalt', 'Shift')}</Kbd> <Kbd>A</Kbd> {say('antworten', 'answer')}
            </Text>
          </Row>
        </Desk>
      </DoctorShell>
    );
  },
};
