import { aDocument, aPage } from '@konsil/testing/builders';
import { refusalWith } from '@konsil/testing/fake-api';
import { anId } from '@konsil/testing/ids';
import { featureStory } from '@konsil/testing/story';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { DocumentList } from './DocumentList';

const caseId = anId();
const meta: Meta<typeof DocumentList> = {
  title: 'Features/Documents of a case',
  component: DocumentList,
  args: {
    caseId,
    group: 'document',
    newWord: 'new',
    otherSide: 'Dr. Sandberg',
    hrefOf: ({ id }) => `/documents/${id}`,
  },
};
export default meta;
type Story = StoryObj<typeof DocumentList>;

export const Documents: Story = featureStory({
  answers: {
    listDocuments: aPage([
      aDocument({ case_id: caseId, is_new: true }),
      aDocument({ case_id: caseId, file_name: 'Ein Dateiname ohne Leerzeichen_2026-11-04_Praxis_am_Markt.pdf' }),
    ]),
  },
});

export const Empty: Story = featureStory({ answers: { listDocuments: aPage([]) } });

export const CannotLoad: Story = featureStory({ answers: { listDocuments: refusalWith('unavailable', 503) } });
