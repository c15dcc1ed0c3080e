import { useDeferredValue, useState } from 'react';
import { useFindDoctorsOfConsoleQuery, useSetDoctorOfClinicMutation } from '@konsil/api/console-clinics';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import { shortestDoctorSearch } from '@konsil/contracts/console-clinics';
import type { ConsoleClinic } from '@konsil/contracts/console-clinics';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import {
  Badge,
  Button,
  ConfirmDialog,
  List,
  ListRow,
  SearchField,
  Section,
  SelectField,
  Stack,
  Text,
} from '@konsil/ui';
import { clinicsTexts } from './texts';

type Member = ConsoleClinic['doctors'][number];

/**
 * The doctors of a clinic: their sites, removing a doctor, and adding one. Removing asks first where it ends consents
 * of patients.
 */
export function Members({ clinic }: { clinic: ConsoleClinic }) {
  const { t } = useTexts(clinicsTexts);
  const { t: c } = useCommon();
  const locale = useLocale();
  const run = useAction();
  const [leaving, setLeaving] = useState<Member>();
  const [set, { isLoading }] = useSetDoctorOfClinicMutation();
  const save = (doctor: string, site: string | null, belongs: boolean) =>
    set({ id: clinic.id, body: { doctor, site, belongs } }).unwrap();
  const place = (doctor: string, site: string | null, text: string) => void run(save(doctor, site, true), { text });
  // A closed account cannot come in again.
  const takeOut = ({ id, name, site_id: site, active }: Member) =>
    run(save(id, null, false), {
      text: t('members.removed', { name }),
      ...(active && { undo: () => save(id, site, true), undone: t('members.added', { name }) }),
    });
  const confirm = async (member: Member) => {
    await takeOut(member);
    setLeaving(undefined);
  };
  return (
    <Section title={t('members.title')}>
      <Stack gap={4}>
        {clinic.doctors.length === 0 ? (
          <p>{t('members.none')}</p>
        ) : (
          <List aria-label={t('members.title')}>
            {clinic.doctors.map((doctor) => {
              const { id, name, specialty, site_id: site, active } = doctor;
              return (
                <ListRow
                  key={id}
                  title={name}
                  detail={specialtyIn(specialty, locale)}
                  state={!active && <Badge>{t('members.closed')}</Badge>}
                  actions={
                    <Button
                      variant="quiet"
                      size="small"
                      aria-label={t('members.removeLabel', { name })}
                      onClick={() => (clinic.pool ? setLeaving(doctor) : void takeOut(doctor))}
                    >
                      {t('members.remove')}
                    </Button>
                  }
                >
                  {active && clinic.sites.length > 0 && (
                    <SelectField
                      name={`site-${id}`}
                      label={t('members.site', { name })}
                      value={site ?? ''}
                      disabled={isLoading}
                      onChange={({ target }) => place(id, target.value || null, t('members.moved'))}
                      options={[
                        { value: '', label: t('members.anySite') },
                        ...clinic.sites.map((one) => ({
                          value: one.id,
                          label: [one.name, one.city].filter(Boolean).join(', '),
                        })),
                      ]}
                    />
                  )}
                </ListRow>
              );
            })}
          </List>
        )}
        <Finder
          known={clinic.doctors.map(({ id }) => id)}
          busy={isLoading}
          onAdd={(id, name) => place(id, null, t('members.added', { name }))}
        />
        <ConfirmDialog
          open={leaving !== undefined}
          onCancel={() => setLeaving(undefined)}
          onConfirm={() => void (leaving && confirm(leaving))}
          title={t('members.removeTitle', { name: leaving?.name ?? '' })}
          confirmLabel={t('members.remove')}
          cancelLabel={c('words.cancel')}
          busy={isLoading}
        >
          {t('members.removeText', { name: leaving?.name ?? '' })}
        </ConfirmDialog>
      </Stack>
    </Section>
  );
}

interface FinderProps {
  known: readonly string[];
  busy: boolean;
  onAdd: (id: string, name: string) => void;
}

function Finder({ known, busy, onAdd }: FinderProps) {
  const { t } = useTexts(clinicsTexts);
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const asked = useDeferredValue(typed.trim());
  const skip = asked.length < shortestDoctorSearch;
  const { currentData, error, refetch } = useFindDoctorsOfConsoleQuery(asked, { skip });
  return (
    <Stack gap={3}>
      <SearchField
        label={t('members.search')}
        placeholder={t('members.searchHint')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {!skip && !currentData && !error && <Waiting rows={2} />}
      {!skip && !currentData && error && <LoadFailed problem={error} onRetry={refetch} />}
      {!skip && currentData && (
        <>
          <p role="status">{currentData.items.length === 0 && t('members.noneFound')}</p>
          {currentData.items.length > 0 && (
            <List aria-label={t('members.found')}>
              {currentData.items.map(({ id, name, specialty, city }) => (
                <ListRow
                  key={id}
                  title={name}
                  detail={[specialtyIn(specialty, locale), city].filter(Boolean).join(', ')}
                  state={known.includes(id) && <Badge>{t('members.already')}</Badge>}
                  actions={
                    !known.includes(id) && (
                      <Button
                        variant="secondary"
                        size="small"
                        busy={busy}
                        aria-label={t('members.addLabel', { name })}
                        onClick={() => onAdd(id, name)}
                      >
                        {t('members.add')}
                      </Button>
                    )
                  }
                />
              ))}
            </List>
          )}
          {currentData.more && <Text tone="muted">{t('members.more')}</Text>}
        </>
      )}
    </Stack>
  );
}
