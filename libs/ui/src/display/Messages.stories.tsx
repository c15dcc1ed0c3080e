import type { Meta, StoryObj } from '@storybook/react-vite';
import { useRef, useState } from 'react';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { Button } from '../actions/Button';
import { ButtonLink } from '../actions/ButtonLink';
import { TextLink } from '../actions/TextLink';
import { SearchField } from '../forms/SearchField';
import { CasesIcon, DownloadIcon, RetryIcon } from '../foundation/icons';
import { Card } from '../layout/Card';
import { Stack } from '../layout/Stack';
import { Text } from '../layout/Text';
import { Alert } from './Alert';
import { EmptyState, NothingFound } from './EmptyState';
import { Kbd } from './Kbd';
import { Notice } from './Notice';
import { Progress } from './Progress';
import { ListSkeleton, Loading, Skeleton } from './Skeleton';

const meta: Meta = {
  title: 'Display/Messages and waiting',
  component: Alert,
  subcomponents: { Notice, EmptyState, NothingFound, ListSkeleton, Loading, Skeleton, Progress, Kbd },
  parameters: usage(
    'Alert says something in the place where it matters: what happened, what is safe, what to do. Notice is the quiet line that stands there always, such as the emergency numbers. EmptyState says why a list is empty and offers one way on; NothingFound does so after a search or filters, and clears them. ListSkeleton shows the shape of a list that is coming after 300 ms, Loading that of anything else, made of Skeleton lines. Progress tells how far one piece of work is, with the numbers beside it. Kbd is a key on the doctor’s keyboard.',
    'Red for “your turn”. A spinner, or a Progress without words beside it. An Alert for what was done (useToast). A Kbd for patients.',
  ),
};
export default meta;

export const Alerts: StoryObj = {
  render: function Messages() {
    const say = useSay();
    return (
      <Stack gap={4}>
        <Alert>{say('Fertige Dateien sind im Fall gespeichert.', 'Finished files are saved in the case.')}</Alert>
        <Alert
          tone="success"
          live={false}
          title={say('Ihre Daten sind bereit', 'Your data is ready')}
          action={
            <ButtonLink to="#download" icon={<DownloadIcon />}>
              {say('ZIP-Datei herunterladen', 'Download ZIP file')}
            </ButtonLink>
          }
        >
          {say('Was darin ist, steht in der', 'What is in it is told in the')}{' '}
          <TextLink to="#guide">{say('Anleitung', 'guide')}</TextLink>.
        </Alert>
        <Alert tone="warning">
          {say(
            'Sie werden in 2 Minuten abgemeldet. Ihr Entwurf bleibt gespeichert.',
            'You will be signed out in 2 minutes. Your draft is saved.',
          )}
        </Alert>
        <Alert
          tone="danger"
          live={false}
          title={say('Das hat nicht geklappt', 'That did not work')}
          action={
            <Button variant="secondary" size="small" icon={<RetryIcon />}>
              {say('Noch einmal versuchen', 'Try again')}
            </Button>
          }
        >
          {say('Ihr Text ist gespeichert.', 'Your text is saved.')}
        </Alert>
      </Stack>
    );
  },
};

export const Emergency: StoryObj = {
  render: function Messages() {
    const say = useSay();
    return (
      <Notice>
        <strong>{say('Bei Lebensgefahr: 112.', 'In an emergency call 112.')}</strong>{' '}
        {say('Ärztlicher Bereitschaftsdienst: ', 'On-call medical service: ')}
        <Text nowrap>116 117</Text>.{' '}
        {say('Dieses Portal wird nicht rund um die Uhr gelesen.', 'This portal is not read around the clock.')}
      </Notice>
    );
  },
};

export const Empty: StoryObj = {
  render: function Messages() {
    const say = useSay();
    return (
      <Card>
        <EmptyState
          icon={<CasesIcon />}
          action={<ButtonLink to="#new">{say('Ersten Fall anlegen', 'Start your first case')}</ButtonLink>}
        >
          {say(
            'Noch keine Fälle. Legen Sie den ersten an. Wir führen Sie durch fünf Schritte.',
            'No cases yet. Start your first one. We take you through five steps.',
          )}
        </EmptyState>
      </Card>
    );
  },
};

export const FoundNothing: StoryObj = {
  render: function Messages() {
    const say = useSay();
    const field = useRef<HTMLInputElement>(null);
    const [words, setWords] = useState(say('Knie', 'knee'));
    return (
      <Card>
        <SearchField
          ref={field}
          label={say('Fälle durchsuchen', 'Search cases')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {words && (
          <NothingFound
            icon={<CasesIcon />}
            title={say(`Keine Fälle gefunden zu „${words}“.`, `No cases found for “${words}”.`)}
            clear={say('Suche leeren', 'Clear search')}
            onClear={() => setWords('')}
            startAt="search"
            search={field}
          >
            {say('Gesucht wird in den Namen der Fälle.', 'The names of the cases are searched.')}
          </NothingFound>
        )}
      </Card>
    );
  },
};

export const LoadingAList: StoryObj = {
  render: function Messages() {
    const say = useSay();
    return (
      <ListSkeleton
        label={say('Fälle werden geladen', 'Loading cases')}
        slow={{
          text: say('Das dauert länger als sonst.', 'This is taking longer than usual.'),
          retryLabel: say('Noch einmal versuchen', 'Try again'),
          onRetry: () => undefined,
        }}
      />
    );
  },
};

export const LoadingAPage: StoryObj = {
  render: function Messages() {
    const say = useSay();
    return (
      <Loading label={say('Fall wird geladen', 'Loading case')}>
        <Stack gap={4}>
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
          <Skeleton shape="block" />
        </Stack>
      </Loading>
    );
  },
};

export const Working: StoryObj = {
  render: function Messages() {
    const say = useSay();
    return (
      <Stack gap={3}>
        <Text size="small" tone="muted">
          {say('1,3 von 2,1 MB', '1.3 of 2.1 MB')}
        </Text>
        <Progress label={say('Laborbefund wird hochgeladen', 'Uploading laboratory report')} value={0.62} />
        <Text size="small" tone="muted">
          {say('Wird gespeichert …', 'Saving …')}
        </Text>
        <Progress label={say('Laborbefund wird gespeichert', 'Saving laboratory report')} />
      </Stack>
    );
  },
};

export const Keys: StoryObj = {
  globals: { portal: 'doctor' },
  render: function Messages() {
    const say = useSay();
    return (
      <p>
        <Kbd>Alt</Kbd> <Kbd>{say('Umschalt', 'Shift')}</Kbd> <Kbd>A</Kbd> {say('antworten', 'answer')}
      </p>
    );
  },
};
