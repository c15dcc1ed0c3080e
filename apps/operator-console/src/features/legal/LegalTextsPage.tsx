import { useConsoleLegalTextsQuery } from '@konsil/api/console-legal';
import type { ConsoleLegalText } from '@konsil/contracts/console-legal';
import { useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { AddIcon, Badge, ButtonLink, List, ListLinkRow, Page, PageTitle, Row, Section, Stack, Text } from '@konsil/ui';
import { consoleLegalPaths } from './paths';
import { legalTexts } from './texts';
import { useStanding } from './use-standing';

const tones = { planned: 'you', current: 'success', past: 'plain', withdrawn: 'plain' } as const;

function LegalKindSection({ text: { kind, versions } }: { text: ConsoleLegalText }) {
  const { t } = useTexts(legalTexts);
  const standing = useStanding();
  return (
    <Section title={t(`kind.${kind}`)}>
      {!versions.some(({ state }) => state === 'current') && <p>{t(`none.${kind}`)}</p>}
      {versions.length > 0 && (
        <List>
          {versions.map((version) => (
            <ListLinkRow
              key={version.id}
              to={consoleLegalPaths.version(version.id)}
              title={t('version', { version: version.version })}
              detail={standing(version)}
              state={<Badge tone={tones[version.state]}>{t(`state.${version.state}`)}</Badge>}
            />
          ))}
        </List>
      )}
      {versions.some(({ state }) => state === 'planned') ? (
        <Text as="p" tone="muted">
          {t('onlyOne')}
        </Text>
      ) : (
        <Row>
          <ButtonLink
            to={consoleLegalPaths.add(kind)}
            variant="secondary"
            icon={<AddIcon />}
            aria-label={`${t(`kind.${kind}`)}: ${t('write')}`}
          >
            {t('write')}
          </ButtonLink>
        </Row>
      )}
    </Section>
  );
}

/** The legal texts with all their versions. */
export default function LegalTextsPage() {
  const { t } = useTexts(legalTexts);
  return (
    <Loaded result={useConsoleLegalTextsQuery()} label={t('loading')} failed={t('failed')}>
      {({ items }) => (
        <Page>
          <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
          <Stack gap={6}>
            {items.map((text) => (
              <LegalKindSection key={text.kind} text={text} />
            ))}
          </Stack>
        </Page>
      )}
    </Loaded>
  );
}
