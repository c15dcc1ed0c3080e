import type { SecondLookRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { casePeople } from '@konsil/server-domain/schema';
import { desc, eq } from 'drizzle-orm';

/** The second looks and deputies of a case, newest first. Row security shows a colleague themselves only. */
export const peopleOf = ({ tx }: Pick<Work, 'tx'>, { id }: { id: string }): Promise<SecondLookRow[]> =>
  tx.select().from(casePeople).where(eq(casePeople.caseId, id)).orderBy(desc(casePeople.askedAt), desc(casePeople.id));
