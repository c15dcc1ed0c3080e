// @bundle route
import { useEffect, useState } from 'react';
import type { PushDevice } from '@konsil/contracts/push';
import { useAddPushDeviceMutation, useGetPushQuery, useRemovePushDeviceMutation } from '@konsil/api/push';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, List, ListRow, Section, Stack, Text } from '@konsil/ui';
import { accountTexts } from '../account/texts.ts';
import { currentSubscription, obstacleHere, subscribe } from './browser-push.ts';

/** Why turning on did not work. */
type Fault = 'dismissed' | 'failed' | null;

function OtherDevice({ device, onRemove }: { device: PushDevice; onRemove: () => void }) {
  const { t } = useTexts(accountTexts);
  const format = useFormat();
  const name = device.device || t('account.sessions.unknownDevice');
  const since = format.moment(device.created_at);
  return (
    <ListRow
      title={name}
      detail={
        device.last_sent_at
          ? t('settings.push.used', { since, sent: format.moment(device.last_sent_at) })
          : t('settings.push.since', { since })
      }
      actions={
        <Button
          variant="quiet"
          size="small"
          aria-label={t('settings.push.removeLabel', { name, since })}
          onClick={onRemove}
        >
          {t('settings.push.remove')}
        </Button>
      }
    />
  );
}

/** Notifications on this device, and the account's other devices that show them. Nothing where the server offers none. */
export function DeviceNotifications() {
  const { t } = useTexts(accountTexts);
  const act = useAction();
  const { data, error, refetch } = useGetPushQuery();
  const [add] = useAddPushDeviceMutation();
  const [remove] = useRemovePushDeviceMutation();
  const [atFirst] = useState(obstacleHere);
  const [obstacle, setObstacle] = useState(atFirst);
  const [subscribed, setSubscribed] = useState<boolean>();
  const [fault, setFault] = useState<Fault>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    void currentSubscription().then(
      (subscription) => setSubscribed(subscription !== null),
      () => setSubscribed(false),
    );
  }, []);

  if (error && !data) return <LoadFailed problem={error} onRetry={refetch} />;
  if (!data || subscribed === undefined) return <Waiting rows={1} label={t('settings.push.loading')} />;
  const { key, devices } = data;
  if (key === null) return null;
  const current = devices.find((device) => device.current);
  const others = devices.filter((device) => device !== current);
  const isOn = current !== undefined && subscribed && obstacle === null;

  const turnOn = async () => {
    setBusy(true);
    setFault(null);
    try {
      const keys = await subscribe(key);
      setObstacle(obstacleHere());
      if (!keys) return setFault('dismissed');
      setSubscribed(true);
      await act(add(keys).unwrap(), { text: t('settings.push.turnedOn') });
    } catch {
      setFault('failed');
    } finally {
      setBusy(false);
    }
  };
  const turnOff = async (device: PushDevice) => {
    setBusy(true);
    await act(remove(device.id).unwrap(), { text: t('settings.push.turnedOff') });
    // The server sends nothing any more, whatever the browser does.
    await currentSubscription()
      .then((subscription) => subscription?.unsubscribe())
      .then(() => setSubscribed(false))
      .catch(() => undefined);
    setBusy(false);
  };

  return (
    <Section headingLevel={3} title={t('settings.push.title')}>
      <Stack gap={4}>
        <Text as="p" tone="muted">
          {t('settings.push.lead')}
        </Text>
        {obstacle ? (
          <Alert tone="info" live={obstacle !== atFirst}>
            {t(`settings.push.${obstacle}`)}
          </Alert>
        ) : (
          <>
            {isOn && <p>{t('settings.push.on')}</p>}
            {/* One button for both, which keeps the focus. */}
            <Button variant="secondary" busy={busy} onClick={() => void (isOn ? turnOff(current) : turnOn())}>
              {t(isOn ? 'settings.push.turnOff' : 'settings.push.turnOn')}
            </Button>
          </>
        )}
        {fault && !obstacle && <Alert tone="danger">{t(`settings.push.${fault}`)}</Alert>}
        {others.length > 0 && (
          <Section headingLevel={4} title={t('settings.push.others')}>
            <List>
              {others.map((device) => (
                <OtherDevice
                  key={device.id}
                  device={device}
                  onRemove={() => void act(remove(device.id).unwrap(), { text: t('settings.push.removed') })}
                />
              ))}
            </List>
          </Section>
        )}
      </Stack>
    </Section>
  );
}
