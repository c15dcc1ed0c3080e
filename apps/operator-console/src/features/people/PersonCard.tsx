import { useState } from 'react';
import { useConsoleMeQuery } from '@konsil/api/console';
import type { PersonAct } from '@konsil/contracts/console-codes';
import type { Person } from '@konsil/contracts/console-people';
import { practiceDay } from '@konsil/contracts/practice-time';
import { readableAddress } from '@konsil/contracts/mail-address';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Badge, Button, ButtonLink, Card, DefinitionList, Row, Stack } from '@konsil/ui';
import { doctorPath } from './doctor-path';
import { ActDialog } from './ActDialog';
import { peopleTexts } from './texts';

type Act = PersonAct | 'close' | 'hold' | 'release';

/** A hold is placed and ended whatever the state: a closed account has records, too. */
const holdActs = ({ held_at: held }: Person, mayHold: boolean): Act[] => (mayHold ? [held ? 'release' : 'hold'] : []);

/** The actions that the state of the account allows. */
const actsFor = (
  { kind, state, locked_at: locked, sessions, second_factor_at: factor, reset }: Person,
  mayClose: boolean,
): Act[] => {
  if (state === 'closed') return [];
  if (locked) return ['unlock'];
  return [
    ...(sessions > 0 ? (['end_sessions'] as const) : []),
    'lock',
    ...(state === 'invited' ? [] : (['forget_attempts'] as const)),
    ...(factor && !reset ? (['ask_reset'] as const) : []),
    ...(kind === 'doctor' && mayClose ? (['close'] as const) : []),
  ];
};

/** One account: its state, and what an operator may do to it. */
export function PersonCard({ person, onChange }: { person: Person; onChange: (person: Person) => void }) {
  const { t } = useTexts(peopleTexts);
  const { t: c } = useCommon();
  const format = useFormat();
  const { data: me } = useConsoleMeQuery();
  const [act, setAct] = useState<Act>();
  const email = readableAddress(person.email);
  const { locked_at: locked, second_factor_at: factor, held_at: held, reset } = person;
  const button = (each: Act) => (
    <Button
      key={each}
      variant="secondary"
      size="small"
      aria-label={`${t(`acts.${each}`)}: ${email}`}
      onClick={() => setAct(each)}
    >
      {t(`acts.${each}`)}
    </Button>
  );
  return (
    <Card as="li">
      <Stack gap={3}>
        <Row justify="between" align="baseline">
          <h2>{email}</h2>
          <Badge tone={locked ? 'danger' : person.state === 'active' ? 'success' : 'plain'}>
            {t(`state.${locked ? 'locked' : held && person.state === 'erasing' ? 'erasureHeld' : person.state}`)}
          </Badge>
        </Row>
        {person.name && <p>{person.name}</p>}
        <DefinitionList
          layout="beside"
          items={[
            {
              term: t('fields.account'),
              detail: t('fields.since', {
                kind: c(`codes.accountKind.${person.kind}`),
                day: format.day(practiceDay(new Date(person.created_at))),
              }),
            },
            {
              term: t('fields.factor'),
              detail: factor
                ? t('fields.factorOn', { day: format.day(practiceDay(new Date(factor))) })
                : t('fields.factorOff'),
            },
            {
              term: t('fields.sessions'),
              detail: person.sessions === 0 ? t('fields.sessionsNone') : format.number(person.sessions),
            },
            {
              term: t('fields.lock'),
              detail: locked ? t('fields.lockedSince', { at: format.momentWithin(locked) }) : t('fields.lockNone'),
            },
            {
              term: t('fields.hold'),
              detail: held ? t('fields.heldSince', { at: format.momentWithin(held) }) : t('fields.holdNone'),
            },
          ]}
        />
        {reset && (
          <Alert
            title={t('reset.title')}
            action={
              <Row>
                {(reset.mine ? (['refuse_reset'] as const) : (['confirm_reset', 'refuse_reset'] as const)).map(button)}
              </Row>
            }
          >
            {t(reset.mine ? 'reset.mine' : 'reset.other', {
              name: reset.asked_by,
              at: format.momentWithin(reset.asked_at),
              until: format.momentWithin(reset.expires_at),
            })}
          </Alert>
        )}
        <Row>
          {[
            ...actsFor(person, me?.permissions.includes('doctors') ?? false),
            ...holdActs(person, me?.permissions.includes('holds') ?? false),
          ].map(button)}
          {person.kind === 'doctor' && me?.permissions.includes('doctors') && (
            <ButtonLink
              to={doctorPath(person.id)}
              variant="secondary"
              size="small"
              aria-label={`${t('absence')}: ${email}`}
            >
              {t('absence')}
            </ButtonLink>
          )}
        </Row>
      </Stack>
      {act && (
        <ActDialog
          person={person}
          act={act}
          onClose={() => setAct(undefined)}
          onDone={(changed) => {
            setAct(undefined);
            onChange(changed);
          }}
        />
      )}
    </Card>
  );
}
