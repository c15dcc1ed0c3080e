import { Stack } from '@konsil/ui';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { commonStory } from './around-story.tsx';
import { Difference } from './difference/Difference.tsx';
import { EmergencyNotice } from './EmergencyNotice.tsx';
import { IntakeNotes } from './intake/IntakeNotes.tsx';
import { StrangerNote } from './intake/StrangerNote.tsx';
import { WithdrawButton } from './withdraw/WithdrawButton.tsx';

const meta: Meta = { title: 'Features/Notes', ...commonStory };
export default meta;

export const Emergency: StoryObj = { render: () => <EmergencyNotice /> };

export const ChangedText: StoryObj = {
  render: () => (
    <Difference before="Seit März bekannt, ohne Beschwerden." after="Seit Februar bekannt, mit Druckgefühl am Hals." />
  ),
};

/** The notes beside uploaded images. */
export const UploadedImages: StoryObj = {
  render: () => (
    <Stack gap={3}>
      <StrangerNote
        stranger={{
          named: { name: 'Jan Keil', birth_date: '1961-02-03' },
          patient: { name: 'Miriam Adler', birth_date: '1979-03-14' },
        }}
      />
      <IntakeNotes
        mine
        onTake={() => Promise.resolve()}
        intake={{
          damaged: [{ name: 'IM0007.dcm', reason: 'truncated' }],
          damaged_count: 1,
          left_out: [{ name: 'Viewer.exe', reason: 'program' }],
          left_out_count: 1,
          letters: [{ name: 'Befund.pdf', member: 12 }],
          copies: 2,
          known: 1,
        }}
      />
    </Stack>
  ),
};

export const Withdraw: StoryObj = {
  render: () => <WithdrawButton kind="message" withdraw={() => Promise.resolve()} formPath="/messages/new" />,
};
