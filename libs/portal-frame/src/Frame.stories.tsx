import { featureStory } from '@konsil/testing/story';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { FakePortal } from './fake-portal.tsx';
import { LoginFailed } from './LoginFailed.tsx';
import { PageFailed } from './PageFailed.tsx';
import { QuietBanner } from './QuietBanner.tsx';
import { SessionEnding } from './SessionEnding.tsx';

const meta: Meta = { title: 'Features/Frame', ...featureStory() };
export default meta;

export const PageCannotLoad: StoryObj = {
  render: () => (
    <PageFailed
      back={{ to: '/patient/processes', label: 'Fälle' }}
      problem={{ code: 'unavailable' }}
      onRetry={() => undefined}
    />
  ),
};

export const SignInUnknown: StoryObj = { render: () => <LoginFailed /> };

export const SessionEndsSoon: StoryObj = { render: () => <SessionEnding secondsLeft={90} /> };

export const RestoredCopy: StoryObj = {
  render: () => (
    <FakePortal config={{ quiet: true }}>
      <QuietBanner />
    </FakePortal>
  ),
};
