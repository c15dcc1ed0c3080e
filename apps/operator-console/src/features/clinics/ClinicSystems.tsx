import type { ConsoleClinic } from '@konsil/contracts/console-clinics';
import { useFormat, useTexts } from '@konsil/i18n';
import { List, ListRow, Section } from '@konsil/ui';
import { clinicsTexts } from './texts';

/** The systems that act for the clinic's doctors; renders nothing if there are none. */
export function ClinicSystems({ clinic: { systems } }: { clinic: ConsoleClinic }) {
  const { t } = useTexts(clinicsTexts);
  const format = useFormat();
  if (systems.length === 0) return null;
  return (
    <Section title={t('systems.title')}>
      <p>{t('systems.lead')}</p>
      <List aria-label={t('systems.title')}>
        {systems.map(({ id, name, scopes, last_token_at: used }) => (
          <ListRow
            key={id}
            title={name}
            detail={[
              t('systems.scopes', { scopes: scopes.join(' ') }),
              used ? t('systems.used', { moment: format.moment(used) }) : t('systems.unused'),
            ].join(' · ')}
          />
        ))}
      </List>
    </Section>
  );
}
