import { setTimeout as pause } from 'node:timers/promises';
import type { ArchiveFailure } from '@konsil/contracts/clinic-archives';
import { ArchiveProblem, tryArchive } from '@konsil/server-documents/clinic-archive/ask-archive';
import { listArchives, type ConnectedArchive } from '@konsil/server-documents/clinic-archive/clinic-archives';
import { secondMs } from '@konsil/server-platform/clock';
import type { Connection } from '@konsil/server-platform/database/client';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { Vault } from '@konsil/server-platform/keys/vault';
import type { Env } from '@konsil/server-settings/env';
import { hostOf, patienceMs, type Check } from './checks.ts';

const archiveAdvice: Partial<Record<ArchiveFailure, string>> = {
  refused: 'Connect it again with an account that may read (konsil clinic connect-archive, or the console).',
  unreachable:
    'Check its address and that it runs; its addresses must be public or in ARCHIVE_PRIVATE_NETWORKS. A certificate of your own authority is trusted with NODE_EXTRA_CA_CERTS.',
  slow: 'Check the archive and the network to it.',
};
const adviceOnArchive = (failure: unknown): string =>
  (failure instanceof ArchiveProblem && archiveAdvice[failure.failure]) ||
  'Its address must be the DICOMweb root, below which /studies answers (docs/hospitals.md, "An archive of a clinic").';
const archivesName = 'clinic archive';

const archiveCheck = ({ clinic, secrets }: ConnectedArchive, env: Env): Check => ({
  name: archivesName,
  advice: adviceOnArchive,
  try: async () => {
    const problem = await tryArchive({ ...secrets, networks: env.ARCHIVE_PRIVATE_NETWORKS }, patienceMs - secondMs);
    if (problem) throw new ArchiveProblem(problem.failure, `${clinic.name}: ${problem.message}`);
    return `${clinic.name}: ${hostOf(secrets.url)} answers searches`;
  },
});

/** One check for each archive, which the database names; one that hangs delays the report by two seconds at most. */
export const archiveChecks = async (env: Env, { db }: Connection): Promise<Check[]> => {
  const unreadable = (failure: unknown): Check[] => [
    {
      name: archivesName,
      needs: 'data model',
      advice: 'Check KONSIL_SECRET: the credentials of archives are under the key of the installation.',
      try: () => Promise.reject(failure),
    },
  ];
  const vaultOf = () => Vault.open(db, () => loadMasterKeys(env));
  const listed = listArchives(db, vaultOf).then(
    (archives) => archives.map((archive) => archiveCheck(archive, env)),
    unreadable,
  );
  const late = pause(2 * secondMs, unreadable(new Error('The database did not name them in time.')), { ref: false });
  const found = await Promise.race([listed, late]);
  return found.length > 0 ? found : [{ name: archivesName, advice: '', try: () => Promise.resolve(null) }];
};
