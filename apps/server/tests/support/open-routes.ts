import { pathOf, type RouteContract } from '@konsil/contracts/route';
import { routes } from '@konsil/contracts/routes';
import type { InjectOptions } from 'fastify';
import type { TestApp } from './app.ts';
import type { FullConversation } from './conversation.ts';
import type { Person } from './people.ts';

// Calls that would end or change what the other tests look at are tested by themselves.
const byThemselves = ['endReader'];
const addressed = (Object.entries(routes) as [string, RouteContract][]).filter(
  ([name, { path, console }]) => /:(id|documentId)\b/.test(path) && console !== 'only' && !byThemselves.includes(name),
);
/** The ids that a route may be called with: of the whole case, and of the kind of thing that its path names. */
const idsFor = (path: string, { ids }: FullConversation, reader: string): string[] => [
  ids.case,
  ids.patient,
  ids.draftCase,
  ...(/reader/.test(path) ? [reader] : []),
  ...(/document|viewer|Binary|ImagingStudy/i.test(path) ? [ids.document, ids.draftDocument] : []),
  ...(/message|Communication/.test(path) ? [ids.message] : []),
  ...(/aufgaben|Task/.test(path) ? [ids.todo] : []),
  ...(/answer|letter|appointment|DiagnosticReport/i.test(path) ? [ids.answer] : []),
];

/** The routes whose response to a reader differs from that to an account without access, called with no input. */
export const openRoutes = async (
  house: TestApp,
  where: FullConversation,
  who: Person,
  reader: string,
  names?: readonly string[],
): Promise<string[]> => {
  const open = new Set<string>();
  for (const [name, { method, path }] of addressed) {
    if (names && !names.includes(name)) continue;
    for (const id of idsFor(path, where, reader)) {
      const { statusCode } = await house.app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: pathOf({ path }, { id, documentId: id, answerValue: 'final_answer', titleValue: 'none' }),
        ...(method === 'GET' ? {} : { payload: {} }),
        headers: { authorization: `Token ${who.token}`, 'x-csrftoken': who.csrf },
      });
      if (![404, 401].includes(statusCode)) open.add(name);
    }
  }
  return [...open].sort();
};
