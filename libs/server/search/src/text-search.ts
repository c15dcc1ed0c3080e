import { excerptOf } from '@konsil/contracts/fold';
import { mostCasesFound, mostPlacesOfCase, type FoundText, type SearchHit } from '@konsil/contracts/search';
import { and, asc, desc, eq, inArray, isNull, or } from 'drizzle-orm';
import { iso } from '@konsil/server-platform/clock';
import { KeyDestroyed } from '@konsil/server-platform/keys/vault';
import { representedAccountId } from '@konsil/server-domain/access/sides';
import { readableCases } from '@konsil/server-domain/cases/case-scope';
import { visibleTo } from '@konsil/server-domain/documents/document-rules';
import type { Work } from '@konsil/server-domain/kernel/work';
import { cases, documents, searchTexts } from '@konsil/server-domain/schema';
import { textsWith } from '@konsil/server-domain/search/search-words';
import { waitingFor } from '@konsil/server-domain/sendings/opened';
import { documentSecrets } from '@konsil/server-domain/sealed/document';
import { textSources, type TextKind } from './text-sources.ts';

export type TextsOfCase = Pick<SearchHit, 'found' | 'more'>;
export const noTexts: TextsOfCase = { found: [], more: 0 };

// The most rows to search, in one case or in many.
const mostRows = 300;

interface Row {
  kind: (typeof searchTexts.$inferSelect)['kind'];
  refId: string;
  caseId: string;
  patientId: string;
  page: number;
}

/** The found rows that the reader may see: the cases of the last activity first, and files page by page. */
const foundRows = async ({ tx, actor, kernel: { vault } }: Work, typed: string): Promise<Row[]> => {
  const words = textsWith(vault, typed, representedAccountId(actor));
  if (!words) return [];
  return tx
    .select({
      kind: searchTexts.kind,
      refId: searchTexts.refId,
      caseId: searchTexts.caseId,
      patientId: cases.patientId,
      page: searchTexts.page,
    })
    .from(searchTexts)
    .innerJoin(cases, eq(cases.id, searchTexts.caseId))
    .leftJoin(documents, eq(documents.id, searchTexts.refId))
    .where(
      and(readableCases(actor), words, or(isNull(documents.id), and(isNull(documents.archivedAt), visibleTo(actor)))),
    )
    .orderBy(
      desc(cases.lastActivityAt),
      asc(cases.id),
      asc(searchTexts.kind),
      asc(searchTexts.refId),
      asc(searchTexts.page),
    )
    .limit(mostRows);
};

type Open = (row: Row) => Promise<FoundText[]>;

/** Opens the texts of found rows, and shows the words in their surroundings. */
const opener = async (work: Work, rows: readonly Row[], typed: string): Promise<Open> => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  await vault.warm(
    tx,
    rows.map(({ patientId }) => patientId),
  );
  // An excerpt would show what its sender may still withdraw.
  const unopened = new Set((await waitingFor(tx, actor)).map(({ id }) => id));
  const idsOf = (kind: Row['kind']) => rows.filter((row) => row.kind === kind).map(({ refId }) => refId);
  const sources = new Map(
    (
      await Promise.all(
        (Object.keys(textSources) as TextKind[]).map(async (kind) => {
          const ids = idsOf(kind);
          return ids.length > 0 ? textSources[kind](tx, vault, ids) : [];
        }),
      )
    )
      .flat()
      .map((source) => [source.id, source]),
  );
  const files = idsOf('page');
  const names = new Map(
    files.length > 0
      ? (
          await tx
            .select({ id: documents.id, sealed: documents.sealed, at: documents.uploadedAt })
            .from(documents)
            .where(inArray(documents.id, files))
        ).map((file) => [file.id, file])
      : [],
  );

  return async ({ kind, refId, patientId, page }) => {
    if (kind === 'page') {
      const file = names.get(refId);
      if (!file) return [];
      const { file_name } = await vault.open(tx, patientId, documentSecrets, file.sealed);
      return [{ place: 'page', id: refId, name: file_name, page, at: iso(file.at), excerpt: null }];
    }
    const source = sources.get(refId);
    if (!source) return [];
    const found = (await source.open())
      .map((part) => ({ ...part, excerpt: excerptOf(part.text, typed) }))
      .filter(({ excerpt }) => excerpt !== null);
    const shown = ({ place, name, excerpt }: (typeof found)[number]): FoundText => ({
      place,
      id: refId,
      name: unopened.has(refId) ? null : (name ?? null),
      page: null,
      at: source.at && iso(source.at),
      excerpt: unopened.has(refId) ? null : excerpt,
    });
    // The parts of a case's forms are places of their own; an answer, message or document is one.
    return kind === 'case' ? found.map(shown) : found.slice(0, 1).map(shown);
  };
};

/** Places that contain a typed word, by case; the cases of the last activity first. */
export const findTexts = async (work: Work, typed: string): Promise<Map<string, TextsOfCase>> => {
  const rows = await foundRows(work, typed);
  const byCase = new Map<string, Row[]>();
  for (const row of rows) byCase.set(row.caseId, [...(byCase.get(row.caseId) ?? []), row]);
  const listed = [...byCase].slice(0, mostCasesFound);
  const shown = listed.map(([id, own]) => ({
    id,
    own: own.slice(0, mostPlacesOfCase),
    more: own.slice(mostPlacesOfCase).length,
  }));
  const open = await opener(
    work,
    shown.flatMap(({ own }) => own),
    typed,
  );
  const texts = new Map<string, TextsOfCase>();
  for (const { id, own, more } of shown) {
    const found: FoundText[] = [];
    for (const row of own)
      found.push(
        ...(await open(row).catch((failure: unknown) => {
          // Erased since the rows were read.
          if (failure instanceof KeyDestroyed) return [];
          throw failure;
        })),
      );
    if (found.length > 0)
      texts.set(id, {
        found: found.slice(0, mostPlacesOfCase),
        more: more + Math.max(0, found.length - mostPlacesOfCase),
      });
  }
  return texts;
};
