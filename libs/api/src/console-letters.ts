import { consoleLetterRoutes as routes } from '@konsil/contracts/console-letters';
import type { LetterState } from '@konsil/contracts/console-letters';
import { baseApi } from './base-api.ts';
import { list, readEndpoint, writeEndpoint } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const part = (id: string) => (): Tag[] => [{ type: 'Console', id }];
// Letters that were sent or given up also change today's numbers.
const letters = (): Tag[] => [
  { type: 'Console', id: 'letters' },
  { type: 'Console', id: 'today' },
];

export const {
  useConsoleLettersQuery,
  useRetryLettersMutation,
  useGiveUpLettersMutation,
  useOperatorActsInfiniteQuery,
  useOperatorActsFileMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    consoleLetters: readEndpoint(
      build,
      routes.consoleLetters,
      (state: LetterState) => ({ query: { state } }),
      part('letters'),
    ),
    retryLetters: writeEndpoint(
      build,
      routes.retryLetters,
      (body: Body<typeof routes.retryLetters>) => ({ body }),
      letters,
    ),
    giveUpLetters: writeEndpoint(
      build,
      routes.giveUpLetters,
      (body: Body<typeof routes.giveUpLetters>) => ({ body }),
      letters,
    ),
    operatorActs: list(
      build,
      routes.operatorActs,
      (query: Filters<typeof routes.operatorActs>) => ({ query }),
      part('acts'),
    ),
    operatorActsFile: writeEndpoint(build, routes.operatorActsFile, (body: Body<typeof routes.operatorActsFile>) => ({
      body,
    })),
  }),
});
