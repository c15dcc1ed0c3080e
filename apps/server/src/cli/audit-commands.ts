import { verifyAnchors } from '@konsil/server-platform/audit/audit-anchors';
import { verifyChains } from '@konsil/server-platform/audit/audit';
import { keptParts, takeOverFiles } from '@konsil/server-privacy/tombstones';
import { anchorAndReport } from '../housekeeping.ts';
import type { Command } from './command.ts';

const mostFaultsShown = 20;

const verify: Command = {
  name: 'audit verify',
  summary: 'Check that no record of the access log was changed, removed or cut off',
  usage: '[--mark <mark>]',
  help: ['--mark    A mark from one of the daily mails to OPERATOR_EMAIL: the log must still reach back to it.'],
  options: { mark: { type: 'string' } },
  words: 0,
  run: async ({ installation, options: { mark }, say }) => {
    const { db, vault, identity } = installation;
    const readOnly = identity.isQuiet || identity.trouble !== '';
    await takeOverFiles(installation);
    const chains = await verifyChains(db, vault);
    const anchors = await verifyAnchors(keptParts(installation), { mark: mark ? String(mark) : undefined, readOnly });
    const faults = [...chains.faults, ...anchors.faults];
    say(`Records: ${chains.records}, chains: ${chains.heads.length}, anchors: ${anchors.anchors}.`);
    if (!anchors.anchorsIntact) say('The anchors in the database or in the storage were changed.');
    if (anchors.missing > 0)
      say(
        `Anchors that the storage does not have: ${anchors.missing}.${readOnly ? '' : ' They were stored there again, from the database.'}`,
      );
    for (const { chain, seq, fault } of faults.slice(0, mostFaultsShown))
      say(`Record ${seq} of chain ${chain} ${fault === 'missing' ? 'is missing' : 'was changed'}.`);
    if (faults.length > mostFaultsShown) say(`… and ${faults.length - mostFaultsShown} more.`);
    if (!anchors.markFound)
      say(
        `No anchor has the mark ${String(mark)}: the end of the log and of its anchors was cut off, or the mark is of another installation.`,
      );
    if (faults.length > 0 || !anchors.anchorsIntact || !anchors.markFound || anchors.missing > 0) return 1;
    if (!readOnly) await anchorAndReport(installation);
    say('The access log is whole.');
  },
};

export const auditCommands: readonly Command[] = [verify];
