import { letterChannels } from '@konsil/contracts/channels';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { unfinishedChanges } from '@konsil/server-domain/database/background-changes';
import { secondMs } from '@konsil/server-platform/clock';
import { lastBackup } from '@konsil/server-backup/keep-backups';
import { isOverdue, readDuties } from '@konsil/server-platform/repeating';
import { unanchoredSeconds } from '@konsil/server-platform/audit/audit-anchors';
import { settingOfLimit } from '../reached-limits.ts';
import { loadOf, watchLetters, watchLimits } from '@konsil/server-platform/metrics';
import { readOutbox, type ChannelState } from '@konsil/server-platform/outbox/outbox-state';
import { countWebhooks } from '@konsil/server-notifications/webhooks/webhooks';
import { countOverdueErasures } from '@konsil/server-privacy/overdue-erasures';

const addOutboxGauges = ({ gauges, db, clock }: Kernel): void => {
  watchLetters(letterChannels);
  // The gauges of one scrape begin to read together.
  let running: Promise<ChannelState[]> | undefined;
  const read = () => {
    running ??= readOutbox(db).finally(() => {
      running = undefined;
    });
    return running;
  };
  const waiting = async () =>
    (await read()).map(({ channel, waiting: letters, failed, oldest }) => ({
      labels: { channel },
      letters,
      failed,
      age: oldest ? Math.max(0, clock.now().getTime() - oldest.getTime()) / secondMs : 0,
    }));
  gauges.addEach('konsil_outbox_pending', 'Letters of the installation that have not left yet', ['channel'], async () =>
    (await waiting()).map(({ labels, letters }) => ({ labels, value: letters })),
  );
  gauges.addEach(
    'konsil_outbox_oldest_seconds',
    'Age of the oldest letter that has not left yet',
    ['channel'],
    async () => (await waiting()).map(({ labels, age }) => ({ labels, value: age })),
  );
  gauges.addEach(
    'konsil_outbox_failed',
    'Letters of the last 30 days that failed for good, and that no operator gave up',
    ['channel'],
    async () => (await waiting()).map(({ labels, failed }) => ({ labels, value: failed })),
  );
};

const addDutyGauges = ({ gauges, db, clock, identity }: Kernel): void => {
  gauges.addEach(
    'konsil_duty_last_success_timestamp_seconds',
    'When a duty last succeeded; not there while it never did',
    ['duty'],
    async () =>
      (await readDuties(db)).flatMap(({ name: duty, succeededAt }) =>
        succeededAt ? [{ labels: { duty }, value: succeededAt.getTime() / secondMs }] : [],
      ),
  );
  gauges.addEach('konsil_duty_overdue', '1 when a duty was not done for too long', ['duty'], async () => {
    const now = clock.now();
    return (await readDuties(db)).map((row) => ({
      labels: { duty: row.name },
      value: Number(isOverdue(row, now, identity.isQuiet)),
    }));
  });
};

/** The server's own gauges; documents add theirs. */
export const addGauges = (kernel: Kernel): void => {
  const { gauges, connection, passwords, events, relay, db, clock, identity } = kernel;
  const { pool } = connection;
  gauges.addEach('konsil_database_connections', 'Connections of this process to the database', ['state'], async () => [
    { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
  ]);
  gauges.add('konsil_database_connections_max', 'DATABASE_POOL', () => pool.options.max);
  gauges.add('konsil_database_waiting', 'Calls that wait for a connection to the database', () => pool.waitingCount);
  gauges.addEach('konsil_passwords', 'Passwords that are hashed, and that wait for it', ['state'], async () =>
    loadOf(passwords.queue),
  );
  gauges.add('konsil_event_streams', 'Open event streams of this process', () => events.streams);
  if (relay)
    gauges.add('konsil_events_server_connected', '1 while this process is connected to EVENTS_URL', () =>
      Number(relay.isConnected),
    );
  gauges.add('konsil_quiet', '1 while this is a quiet copy: nothing is sent, erased or backed up', () =>
    Number(identity.isQuiet),
  );
  gauges.add('konsil_erasures_overdue', 'Accounts whose erasure was due more than two hours ago', () =>
    countOverdueErasures({ db, clock, identity }),
  );
  gauges.add(
    'konsil_audit_unanchored_seconds',
    'Age of the oldest record of the access log that no anchor covers',
    () =>
      // A copy writes no anchors.
      identity.isQuiet ? 0 : unanchoredSeconds(db, clock.now()),
  );
  watchLimits(Object.keys(settingOfLimit));
  addOutboxGauges(kernel);
  gauges.addEach('konsil_webhooks', 'Webhooks that arrive, fail, or are disabled', ['state'], async () =>
    Object.entries(await countWebhooks(db)).map(([state, value]) => ({ labels: { state }, value })),
  );
  addDutyGauges(kernel);
  gauges.addEach(
    'konsil_background_change_rows',
    'Rows that an unfinished background change of the data has changed so far',
    ['change'],
    async () =>
      (await unfinishedChanges(db)).map(({ name, changed }) => ({ labels: { change: name }, value: changed })),
  );
  const { BACKUP_DIR: folder } = kernel.env;
  if (folder)
    gauges.add('konsil_backup_last_timestamp_seconds', 'When the newest backup in BACKUP_DIR was made', async () => {
      const last = await lastBackup(folder, kernel.clock.now());
      if (!last) throw new Error('There is no backup.');
      return last.getTime() / secondMs;
    });
};
