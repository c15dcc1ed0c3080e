// @bundle route
import { CodeList } from '@konsil/cases';
import type { Gender } from '@konsil/contracts/codes';
import { epicrisisSections } from '@konsil/contracts/codes';
import type { EpicrisisVersion } from '@konsil/contracts/epicrisis';
import { useFormat, useTexts } from '@konsil/i18n';
import { Badge, Button, DefinitionList, DoneIcon, Row, Stack, Text } from '@konsil/ui';
import { useState } from 'react';
import { writtenOf } from './epicrisis-form';
import { VersionSheet } from './epicrisis-parts';
import { SectionDifference } from './SectionDifference';
import { epicrisisTexts } from './texts';

interface VersionViewProps {
  version: EpicrisisVersion;
  /** The previous version, for comparison. */
  before: EpicrisisVersion | undefined;
  /** The version that the patient reads now. */
  released: boolean;
  gender: Gender;
  /** Section names beside their texts. */
  termsBeside: boolean;
}

/** One version of the epicrisis with author and time. */
export function VersionView({ version, before, released, gender, termsBeside }: VersionViewProps) {
  const { t } = useTexts(epicrisisTexts);
  const format = useFormat();
  const [comparing, setComparing] = useState(false);
  const { content } = version;
  const written = epicrisisSections.filter((name) => content[name]);
  return (
    <VersionSheet data-draft={version.released_at ? undefined : ''}>
      <Stack gap={4}>
        <Row>
          <Text strong>{t('version', { number: version.version })}</Text>
          <Text size="small" tone="muted">
            {t('by', { name: version.author, when: format.momentWithin(version.created_at) })}
          </Text>
          {released ? (
            <Badge tone="success" icon={<DoneIcon />}>
              {t(`seenByPatient.${gender}`)}
            </Badge>
          ) : (
            !version.released_at && (
              <>
                <Badge>{t('draft')}</Badge>
                <Text size="small" tone="muted">
                  {t('draftSeenBy')}
                </Text>
              </>
            )
          )}
          {before && (
            <Button
              data-print="hide"
              variant="quiet"
              size="small"
              aria-expanded={comparing}
              onClick={() => setComparing(!comparing)}
            >
              {t(comparing ? 'hideCompare' : 'compare')}
            </Button>
          )}
        </Row>
        {comparing && before ? (
          <SectionDifference before={writtenOf(before)} after={writtenOf(version)} />
        ) : (
          <DefinitionList
            layout={termsBeside ? 'beside' : 'under'}
            items={[
              ...written.map((name) => ({
                key: name,
                term: t(`sections.${name}`),
                detail: (
                  <Text as="p" preserveLines>
                    {content[name]}
                  </Text>
                ),
              })),
              ...(content.plain_language
                ? [
                    {
                      key: 'plain',
                      term: t('plain'),
                      detail: (
                        <Text as="p" preserveLines>
                          {content.plain_language}
                        </Text>
                      ),
                    },
                  ]
                : []),
              ...(version.codes
                ? [{ key: 'codes', term: t('codes'), detail: <CodeList codes={version.codes} /> }]
                : []),
            ]}
          />
        )}
      </Stack>
    </VersionSheet>
  );
}
