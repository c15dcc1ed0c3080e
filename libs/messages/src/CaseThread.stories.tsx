import { aMessage, aPage } from '@konsil/testing/builders';
import { refusalWith } from '@konsil/testing/fake-api';
import { anId } from '@konsil/testing/ids';
import { featureStory } from '@konsil/testing/story';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { CaseThread } from './CaseThread';

const caseId = anId();
const meta: Meta<typeof CaseThread> = {
  title: 'Features/Messages of a case',
  component: CaseThread,
  args: { caseId, formPath: '/write', documents: [] },
};
export default meta;
type Story = StoryObj<typeof CaseThread>;

export const Messages: Story = featureStory({
  answers: {
    listCaseMessages: aPage([
      aMessage({
        case_id: caseId,
        direction: 'sent',
        subject: 'Termin am Dienstag',
        message: 'Passt Ihnen 10:30 Uhr?',
      }),
      aMessage({ case_id: caseId, direction: 'received', subject: 'Termin am Dienstag', message: 'Ja, gern.' }),
    ]),
  },
});

export const Empty: Story = featureStory({ answers: { listCaseMessages: aPage([]) } });

export const CannotLoad: Story = featureStory({ answers: { listCaseMessages: refusalWith('unavailable', 503) } });
