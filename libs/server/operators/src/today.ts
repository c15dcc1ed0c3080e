import { statfs } from 'node:fs/promises';
import { measuredDays, type Light, type Today } from '@konsil/contracts/console';
import type { LightReason } from '@konsil/contracts/console-codes';
import { gte, sql } from 'drizzle-orm';
import { lastBackup } from '@konsil/server-backup/keep-backups';
import { countWaitingCases } from '@konsil/server-consultation/cases/case-list.queries';
import { countWaitingDocuments } from '@konsil/server-documents/document-gauges';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { answers, requests } from '@konsil/server-domain/schema';
import { dayMs, hourMs, iso, later } from '@konsil/server-platform/clock';
import type { Database } from '@konsil/server-platform/database/client';
import { readOutbox, type ChannelState } from '@konsil/server-platform/outbox/outbox-state';
import { isOverdue, readDuties, type DutyRow } from '@konsil/server-platform/repeating';
import { countOverdueErasures } from '@konsil/server-privacy/overdue-erasures';

/** The health check of storage and data folder (`apps/server/src/health.ts`). */
export interface StorageHealth {
  storage: 'ok' | 'read_only' | 'not_ours' | 'full' | 'away';
  data_folder: StorageHealth['storage'] | 'unused';
}

const lettersLateMs = hourMs;
const nearlyFull = 80;
const full = 92;

const light = (
  kind: Light['kind'],
  state: Light['state'],
  more: Partial<Omit<Light, 'kind' | 'state'>> = {},
): Light => ({
  kind,
  state,
  reason: null,
  at: null,
  count: null,
  names: [],
  ...more,
});
const momentOf = (at: Date | null | undefined): string | null => (at ? iso(at) : null);

/** Days from a request to its first answer. */
const readAnswerTimes = async (db: Database, now: Date): Promise<Today['answers']> => {
  const first = db
    .select({
      days: sql<number>`extract(epoch from min(${answers.answeredAt}) - ${requests.sentAt}) / 86400.0`.as('days'),
    })
    .from(answers)
    .innerJoin(requests, sql`${requests.id} = ${answers.requestId}`)
    .where(gte(answers.answeredAt, later(now, -measuredDays * dayMs)))
    .groupBy(requests.id)
    .as('first');
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      half: sql<number | null>`(percentile_cont(0.5) within group (order by ${first.days}))::float8`,
      most: sql<number | null>`(percentile_cont(0.9) within group (order by ${first.days}))::float8`,
    })
    .from(first);
  return { count: row?.count ?? 0, half_days: row?.half ?? null, most_days: row?.most ?? null };
};

/** The state of a duty that has a light of its own. */
const ofDuty = (
  kind: Light['kind'],
  duty: DutyRow | undefined,
  at: Date | null | undefined,
  isLate: (duty: DutyRow) => boolean,
): Light => {
  const reason: LightReason | null = !duty ? 'never' : isLate(duty) ? 'overdue' : duty.error ? 'failing' : null;
  const state = reason === 'overdue' ? 'problem' : reason ? 'soon' : 'ok';
  return light(kind, state, { reason, at: momentOf(at) });
};

const ofStorage = async (folder: string, { storage, data_folder }: StorageHealth): Promise<Light> => {
  const broken = storage !== 'ok' ? storage : data_folder !== 'unused' && data_folder !== 'ok' ? data_folder : null;
  if (broken) return light('storage', 'problem', { reason: `storage_${broken}` });
  // The free space of a bucket is not ours to know.
  if (data_folder === 'unused') return light('storage', 'ok');
  const { blocks, bavail } = await statfs(folder);
  const used = Math.round(100 * (1 - bavail / blocks));
  const state = used >= full ? 'problem' : used >= nearlyFull ? 'soon' : 'ok';
  return light('storage', state, { reason: state === 'ok' ? null : 'nearly_full', count: used });
};

const ofLetters = (letters: readonly ChannelState[], now: Date): Light => {
  const late = letters.some(({ oldest }) => oldest && now.getTime() - oldest.getTime() > lettersLateMs);
  const failed = letters.reduce((all, { failed: of }) => all + of, 0);
  const waiting = letters.reduce((all, { waiting: of }) => all + of, 0);
  if (late) return light('letters', 'problem', { reason: 'letters_late', count: waiting });
  return failed > 0
    ? light('letters', 'soon', { reason: 'letters_failed', count: failed })
    : light('letters', 'ok', { count: waiting });
};

/** The state of the installation, from the same functions as metrics and `konsil status`. */
export const readToday = async (
  { db, env, clock, identity }: Pick<Kernel, 'db' | 'env' | 'clock' | 'identity'>,
  health: StorageHealth,
): Promise<Today> => {
  const now = clock.now();
  const duties = await readDuties(db);
  const isLate = (duty: DutyRow) => isOverdue(duty, now, identity.isQuiet);
  const named = (name: string) => duties.find((duty) => duty.name === name);
  const letters = await readOutbox(db);
  const erasures = await countOverdueErasures({ db, clock, identity });
  const erasing = named('erasures');
  const late = duties.filter(isLate).map(({ name }) => name);
  const backup = env.BACKUP_DIR
    ? ofDuty('backup', named('backup'), await lastBackup(env.BACKUP_DIR, now).catch(() => undefined), isLate)
    : light('backup', 'soon', { reason: 'not_configured' });
  return {
    at: iso(now),
    cases: await countWaitingCases(db, now),
    answers: await readAnswerTimes(db, now),
    letters: letters.map(({ channel, waiting, oldest, failed }) => ({
      channel,
      waiting,
      oldest_at: momentOf(oldest),
      failed,
    })),
    uploads_waiting: await countWaitingDocuments({ db, clock }),
    lights: [
      identity.isQuiet ? light('backup', 'soon', { reason: 'quiet' }) : backup,
      ofDuty('anchors', named('anchors'), named('anchors')?.succeededAt, isLate),
      erasures > 0
        ? light('erasures', 'problem', { reason: 'overdue', count: erasures, at: momentOf(erasing?.succeededAt) })
        : identity.isQuiet
          ? light('erasures', 'soon', { reason: 'quiet' })
          : ofDuty('erasures', erasing, erasing?.succeededAt, isLate),
      await ofStorage(env.KONSIL_DATA_DIR, health),
      ofLetters(letters, now),
      light('duties', late.length > 0 ? 'problem' : 'ok', {
        reason: late.length > 0 ? 'overdue' : null,
        count: duties.length,
        names: late,
      }),
    ],
  };
};
