import type { Meta, StoryObj } from '@storybook/react-vite';
import { useSay } from '../../.storybook/say';
import { useStoryShell } from '../../.storybook/storyShell';
import { usage, wholeScreen } from '../../.storybook/usage';
import { TextArea } from '../forms/TextArea';
import { Desk, Pane, PanePart } from '../layout/Desk';
import { DoctorShell } from '../shell/DoctorShell';
import { SplitView } from './SplitView';

const meta: Meta = {
  title: 'Overlays/Split view',
  component: SplitView,
  globals: { portal: 'doctor' },
  parameters: {
    ...wholeScreen,
    ...usage(
      'SplitView for two things that are read against each other: the document and the answer. The divider moves by mouse, finger and arrow keys, Enter resets it, the browser remembers it. Below 1024 px the panes stand under each other.',
      'A list and its preview (ListAndPreview).',
    ),
  },
};
export default meta;

export const DocumentAndAnswer: StoryObj = {
  render: function Screen() {
    const say = useSay();
    const { words, home, languages, doctorNav, accountNav, legal } = useStoryShell();
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
        compact
      >
        <Desk>
          <h1>{say('Antwort an Frau Adler', 'Answer to Ms Adler')}</h1>
          <SplitView
            dividerLabel={say('Breite von Dokument und Antwort', 'Width of document and answer')}
            first={
              <Pane as="section">
                <PanePart>
                  <h2>{say('Gewebebefund (Histologie)', 'Tissue report (histology)')}</h2>
                  <p>{say('Follikuläre Neoplasie (Bethesda IV).', 'Follicular neoplasm (Bethesda IV).')}</p>
                </PanePart>
              </Pane>
            }
            second={
              <Pane as="section">
                <PanePart>
                  <TextArea name="answer" label={say('Zusammenfassung für die Patientin', 'Summary for the patient')} />
                </PanePart>
              </Pane>
            }
          />
        </Desk>
      </DoctorShell>
    );
  },
};
