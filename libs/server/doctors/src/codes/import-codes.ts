import type { CodeSystem } from '@konsil/contracts/medical-codes';
import { and, asc, count, eq } from 'drizzle-orm';
import type { Database } from '@konsil/server-platform/database/client';
import { codeWords } from '@konsil/server-domain/codes/catalogue';
import { codeLists, listedCodes } from '@konsil/server-domain/schema';
import { readCodeFile } from './read-code-file.ts';

const rowsAtOnce = 1000;

/**
 * Imports one version of a list: all of the file or nothing. Other versions stay; the same version is replaced, because
 * BfArM corrects files within the year. What was chosen keeps its title.
 * @throws {CodeFileFault}
 * @returns the number of codes
 */
export const importCodes = (
  db: Database,
  file: string,
  { system, version, now }: { system: CodeSystem; version: string; now: Date },
): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.delete(codeLists).where(and(eq(codeLists.system, system), eq(codeLists.version, version)));
    const [list] = await tx.insert(codeLists).values({ system, version, importedAt: now }).returning();
    if (!list) throw new Error('The list was not stored.');
    let rows: (typeof listedCodes.$inferInsert)[] = [];
    let codes = 0;
    const store = async () => {
      if (rows.length > 0) await tx.insert(listedCodes).values(rows);
      codes += rows.length;
      rows = [];
    };
    for await (const { code, title, additional } of readCodeFile(file, system)) {
      rows.push({ listId: list.id, code, title, additional, words: codeWords(code, title) });
      if (rows.length === rowsAtOnce) await store();
    }
    await store();
    return codes;
  });

/** The imported lists with the number of their codes. */
export const importedLists = (db: Database) =>
  db
    .select({
      system: codeLists.system,
      version: codeLists.version,
      importedAt: codeLists.importedAt,
      codes: count(listedCodes.code),
    })
    .from(codeLists)
    .leftJoin(listedCodes, eq(listedCodes.listId, codeLists.id))
    .groupBy(codeLists.id)
    .orderBy(asc(codeLists.system), asc(codeLists.version));
