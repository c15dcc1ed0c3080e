import { FakePortal } from '@konsil/portal-frame/fake-portal';
import { featureStory } from '@konsil/testing/story';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { SignInPage } from './SignInPage.tsx';

const meta: Meta<typeof SignInPage> = {
  title: 'Features/Sign in',
  component: SignInPage,
  args: { lead: 'Willkommen' },
  render: (args) => (
    <FakePortal>
      <SignInPage {...args} />
    </FakePortal>
  ),
};
export default meta;
type Story = StoryObj<typeof SignInPage>;

const answers = {
  authProviders: {
    credentials: { id: 'credentials', name: 'Konsil', type: 'credentials', signinUrl: '', callbackUrl: '' },
  },
  authCsrf: { csrfToken: 'csrf' },
  authSession: {},
};

export const SignIn: Story = featureStory({ answers, route: '/login', path: '/login', login: null });

export const WrongLink: Story = featureStory({
  answers,
  route: '/login?error=Verification',
  path: '/login',
  login: null,
});
