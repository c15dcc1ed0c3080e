import { aDocument } from '@konsil/testing/builders';
import { anId } from '@konsil/testing/ids';
import { featureStory } from '@konsil/testing/story';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { UploadPanel } from './UploadPanel.tsx';

const caseId = anId();
const meta: Meta<typeof UploadPanel> = {
  title: 'Features/Upload',
  component: UploadPanel,
  args: { caseId, documentPath: (id) => `/documents/${id}`, otherSide: 'Dr. Sandberg' },
  ...featureStory({ answers: { getDraft: null } }),
};
export default meta;
type Story = StoryObj<typeof UploadPanel>;

export const Empty: Story = { args: { documents: [] } };

export const DetailsMissing: Story = {
  args: {
    documents: [
      aDocument({
        case_id: caseId,
        file_name: 'Befund.pdf',
        details_missing: true,
        sent_at: null,
        document_medical_kind: null,
        medical_kind_code: null,
        source_kind: null,
        source_kind_code: null,
        source_name: null,
        issue_date: null,
      }),
    ],
  },
};
