import { lastBackup } from '@konsil/server-backup/keep-backups';
import { unfinishedChanges } from '@konsil/server-domain/database/background-changes';
import { knownSchema, schemaState } from '@konsil/server-domain/database/schema-state';
import { iso } from '@konsil/server-platform/clock';
import { readOutbox } from '@konsil/server-platform/outbox/outbox-state';
import { idleSince, isOverdue, readDuties } from '@konsil/server-platform/repeating';
import { release } from '../release.ts';
import type { Command } from './command.ts';

const at = (moment: Date | null | undefined): string =>
  moment ? `${iso(moment).slice(0, 16).replace('T', ' ')} UTC` : 'never';

const status: Command = {
  name: 'status',
  summary: 'Say what is installed and whether everything is done that must be done from time to time',
  usage: '',
  help: ['Exit code 1 when a duty is overdue, or no process works.'],
  words: 0,
  run: async ({ installation: { db, env, clock, identity }, say }) => {
    const now = clock.now();
    const schema = await schemaState(db);
    say(
      `Konsil ${release.version}, data model ${knownSchema()}${schema === 'ok' ? '' : ` (the database has a ${schema} one)`}`,
    );
    say(`Installation ${identity.id}${identity.quiet ? `, quiet: ${identity.quiet.reason}` : ''}`);
    const letters = await readOutbox(db);
    const sum = (of: 'waiting' | 'failed') => letters.reduce((all, channel) => all + channel[of], 0);
    say(`Letters: ${sum('waiting')} wait, ${sum('failed')} failed`);
    say(
      env.BACKUP_DIR
        ? `Last backup: ${at(await lastBackup(env.BACKUP_DIR, now))}`
        : 'Backups: none (BACKUP_DIR is not set)',
    );
    for (const { name, changed, startedAt } of schema === 'older' ? [] : await unfinishedChanges(db))
      say(`Background change ${name}: ${changed} rows since ${at(startedAt)}, not finished`);
    say('');
    const rows = (await readDuties(db)).map((duty) => ({ duty, late: isOverdue(duty, now, identity.isQuiet) }));
    if (rows.length === 0) say('No server has run yet.');
    const idle = rows.length > 0 ? await idleSince({ db, clock }) : null;
    if (idle)
      say(
        `NOBODY WORKS since ${at(idle)}: no server runs, or only some with KONSIL_ROLE=web. Letters and previews wait.`,
      );
    for (const { duty, late } of rows) {
      const error = duty.error ? `  failed ${at(duty.failedAt)}: ${duty.error}` : '';
      say(`${late ? 'OVERDUE' : 'ok     '}  ${duty.name.padEnd(30)} last done ${at(duty.succeededAt)}${error}`);
    }
    return idle || rows.some(({ late }) => late) ? 1 : 0;
  },
};

export const statusCommands: readonly Command[] = [status];
