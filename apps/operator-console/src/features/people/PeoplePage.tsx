import { useState } from 'react';
import { useSearchPeopleMutation } from '@konsil/api/console-people';
import { LoadFailed } from '@konsil/common';
import { shortestSearch } from '@konsil/contracts/console-people';
import type { Person } from '@konsil/contracts/console-people';
import { useTexts } from '@konsil/i18n';
import {
  Button,
  EmptyState,
  Form,
  Page,
  PageTitle,
  PatientsIcon,
  SearchIcon,
  Stack,
  Text,
  TextField,
} from '@konsil/ui';
import { PersonCard } from './PersonCard';
import { peopleTexts } from './texts';

interface Found {
  items: Person[];
  more: boolean;
}

/** Accounts by address, and what an operator may do to them. */
export default function PeoplePage() {
  const { t } = useTexts(peopleTexts);
  const [search, { isLoading, error }] = useSearchPeopleMutation();
  const [email, setEmail] = useState('');
  const [isShort, setIsShort] = useState(false);
  const [found, setFound] = useState<Found>();

  const ask = async () => {
    const tooShort = email.trim().length < shortestSearch;
    setIsShort(tooShort);
    if (tooShort) return;
    const { data } = await search({ email: email.trim() });
    setFound(data);
  };
  const change = (changed: Person) =>
    setFound((now) => now && { ...now, items: now.items.map((item) => (item.id === changed.id ? changed : item)) });

  return (
    <Page>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <Stack gap={5}>
        <Form
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isLoading) void ask();
          }}
        >
          <TextField
            name="email"
            label={t('search.label')}
            placeholder={t('search.placeholder')}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            error={isShort ? t('search.short', { count: shortestSearch }) : undefined}
            type="search"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <div>
            <Button type="submit" icon={<SearchIcon />} busy={isLoading}>
              {t('search.submit')}
            </Button>
          </div>
        </Form>
        {error && <LoadFailed problem={error} onRetry={ask} />}
        {found && !error && (
          <>
            <p role="status">{found.items.length > 0 && t('search.found', { count: found.items.length })}</p>
            {found.items.length === 0 && (
              <EmptyState icon={<PatientsIcon />}>
                <strong>{t('search.none')}</strong>
                {t('search.noneHint')}
              </EmptyState>
            )}
            <Stack as="ul" gap={4}>
              {found.items.map((person) => (
                <PersonCard key={person.id} person={person} onChange={change} />
              ))}
            </Stack>
            {found.more && <Text tone="muted">{t('search.more')}</Text>}
          </>
        )}
      </Stack>
    </Page>
  );
}
