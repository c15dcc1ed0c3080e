import { indexWords, typedWords, withoutAccents } from '@konsil/contracts/fold';
import {
  codeSystems,
  isSameCode,
  type CodeSystem,
  type GivenCode,
  type ListedCode,
  type MedicalCode,
} from '@konsil/contracts/medical-codes';
import { practiceDay } from '@konsil/contracts/practice-time';
import { and, asc, desc, eq, like, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { invalid } from '@konsil/server-platform/http/problems';
import { codeLists, listedCodes } from '../schema.ts';

type CodeList = typeof codeLists.$inferSelect;

/** A code without its punctuation: `E04.1` and `e041` are the same. */
export const codeKey = (code: string): string => withoutAccents(code).replace(/[^a-z0-9]/g, '');

/** The folded words by which a code is found, the code itself first. */
export const codeWords = (code: string, title: string): string =>
  [codeKey(code), ...indexWords(title)].map((word) => ` ${word}`).join('');

/** The list of each system that is valid now: a version of next year may be imported ahead. */
export const validLists = async (tx: Tx, now: Date): Promise<CodeList[]> => {
  const lists: CodeList[] = [];
  for (const system of codeSystems) {
    const [list] = await tx
      .select()
      .from(codeLists)
      .where(and(eq(codeLists.system, system), lte(codeLists.version, practiceDay(now).slice(0, 4))))
      .orderBy(desc(codeLists.version))
      .limit(1);
    if (list) lists.push(list);
  }
  return lists;
};

const mostFound = 20;
// Shorter words are parts of too many others.
const shortestPart = 4;
/** A typed text that begins like this may be the beginning of a code. */
const beginnings: Record<CodeSystem, RegExp> = { icd10gm: /^[a-z]\d/i, ops: /^\d/ };

const searchList = async (tx: Tx, { id, system, version }: CodeList, text: string): Promise<ListedCode[]> => {
  const words = typedWords(text);
  const begun = beginnings[system].test(text.trim()) ? codeKey(text) : '';
  if (words.length === 0 && begun === '') return [];
  // Folded words have letters and digits only, none of which LIKE treats as a pattern.
  const asCode = begun ? like(listedCodes.words, ` ${begun}%`) : undefined;
  const asWords = and(
    ...words.map((meanings) =>
      or(...meanings.map((word) => like(listedCodes.words, word.length < shortestPart ? `% ${word}%` : `%${word}%`))),
    ),
  );
  const rows = await tx
    .select()
    .from(listedCodes)
    .where(and(eq(listedCodes.listId, id), or(asCode, asWords)))
    .orderBy(
      // By words, a short title is the general case of a longer one.
      ...(asCode ? [desc(asCode)] : [asc(sql`length(${listedCodes.title})`)]),
      asc(listedCodes.code),
    )
    .limit(mostFound);
  return rows.map(({ code, title, additional }) => ({ system, version, code, title, additional }));
};

/** Codes of the valid lists by the beginning of the code or by all words of the title. */
export const searchCodes = async (tx: Tx, now: Date, text: string): Promise<ListedCode[]> => {
  const found: ListedCode[] = [];
  for (const list of await validLists(tx, now)) found.push(...(await searchList(tx, list, text)));
  return found;
};

const listed = async (tx: Tx, { system, version, code }: GivenCode) => {
  const [row] = await tx
    .select({ title: listedCodes.title, additional: listedCodes.additional })
    .from(listedCodes)
    .innerJoin(codeLists, eq(codeLists.id, listedCodes.listId))
    .where(and(eq(codeLists.system, system), eq(codeLists.version, version), eq(listedCodes.code, code)));
  return row;
};

/**
 * The chosen codes with the titles of their lists.
 * @param before codes that were kept before: they stay, also when their list was replaced
 * @throws {Problem} `invalid` for a code that no list has, and for an additional one without a diagnosis
 */
export const codesToKeep = async (
  tx: Tx,
  given: readonly GivenCode[],
  before: readonly MedicalCode[] = [],
): Promise<MedicalCode[]> => {
  const kept: MedicalCode[] = [];
  let alone = false;
  let beside = false;
  for (const [at, code] of given.entries()) {
    const known = before.find((one) => isSameCode(one, code) && one.version === code.version);
    const row = await listed(tx, code);
    const title = known?.title ?? row?.title;
    if (title === undefined) throw invalid({ path: `codes.${at}`, code: 'codeGone' });
    if (code.system === 'icd10gm') {
      if (row?.additional) beside = true;
      else alone = true;
    }
    kept.push({ ...code, title });
  }
  if (beside && !alone) throw invalid({ path: 'codes', code: 'codeOnlyAdditional' });
  return kept;
};
