import { anchorFile, verifyAnchors } from '@konsil/server-platform/audit/audit-anchors';
import { verifyChains } from '@konsil/server-platform/audit/audit';
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
    const { db, vault, env } = installation;
    const chains = await verifyChains(db, vault);
    const anchors = await verifyAnchors(db, vault, anchorFile(env.KONSIL_DATA_DIR), mark ? String(mark) : undefined);
    const faults = [...chains.faults, ...anchors.faults];
    say(`Records: ${chains.records}, chains: ${chains.heads.length}, anchors: ${anchors.anchors}.`);
    if (!anchors.anchorsIntact) say(`The anchors in ${anchorFile(env.KONSIL_DATA_DIR)} were changed.`);
    for (const { chain, seq, fault } of faults.slice(0, mostFaultsShown))
      say(`Record ${seq} of chain ${chain} ${fault === 'missing' ? 'is missing' : 'was changed'}.`);
    if (faults.length > mostFaultsShown) say(`… and ${faults.length - mostFaultsShown} more.`);
    if (!anchors.markFound)
      say(
        `No anchor has the mark ${String(mark)}: the end of the log and of its anchors was cut off, or the mark is of another installation.`,
      );
    if (faults.length > 0 || !anchors.anchorsIntact || !anchors.markFound) return 1;
    await anchorAndReport(installation);
    say('The access log is whole.');
  },
};

export const auditCommands: readonly Command[] = [verify];
