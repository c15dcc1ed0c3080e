import type { BaseQueryFn, EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { Page } from '@konsil/contracts/common';
import type { RouteContract } from '@konsil/contracts/route';
import type { AnswerTo, Question } from './ask.ts';
import type { Call } from './base-api.ts';
import type { ApiProblem } from './problem.ts';
import type { Tag, TagType } from './tags.ts';

export type Build = EndpointBuilder<BaseQueryFn<Call, unknown, ApiProblem>, TagType, 'api'>;

type AnyPage = Page<unknown>;

const answerSchema = ({ response }: RouteContract) => (response ? { responseSchema: response } : {});

/**
 * A query endpoint for a contract: `question` maps its argument to the request, `tags` are the cache tags it provides.
 */
export const readEndpoint = <R extends RouteContract, Arg = void>(
  build: Build,
  route: R,
  question: (arg: Arg) => Question<R>,
  tags: (arg: Arg) => Tag[],
) =>
  build.query<AnswerTo<R>, Arg>({
    query: (arg) => ({ route, question: question(arg) }),
    ...(answerSchema(route) as object),
    providesTags: (_answer, _problem, arg) => tags(arg),
  });

/** A query endpoint for a contract whose query has no argument. */
export const readOnly = <R extends RouteContract>(build: Build, route: R, tags: () => Tag[]) =>
  readEndpoint<R, void>(build, route, () => ({}) as Question<R>, tags);

/** A query endpoint for a list paginated by cursor; `next` is sent for every page but the first. */
export const list = <R extends RouteContract, Arg = void>(
  build: Build,
  route: R,
  question: (arg: Arg) => Question<R>,
  tags: (arg: Arg) => Tag[],
  next: { limit?: string } = {},
) =>
  build.infiniteQuery<AnswerTo<R>, Arg, string | null>({
    infiniteQueryOptions: {
      initialPageParam: null,
      getNextPageParam: (page) => (page as AnyPage).next_cursor ?? undefined,
    },
    query: ({ queryArg, pageParam }) => {
      const asked: Question<R> & { query?: object } = question(queryArg);
      return {
        route,
        question: {
          ...asked,
          query: { ...asked.query, ...(pageParam !== null && { ...next, cursor: pageParam }) },
        },
      };
    },
    ...(answerSchema(route) as object),
    providesTags: (_answer, _problem, arg) => tags(arg),
  });

/** A mutation endpoint for a contract; `stale` are the cache tags that a success invalidates. */
export const writeEndpoint = <R extends RouteContract, Arg = void>(
  build: Build,
  route: R,
  question: (arg: Arg) => Question<R>,
  stale: (arg: Arg, answer: AnswerTo<R>) => Tag[] = () => [],
) =>
  build.mutation<AnswerTo<R>, Arg>({
    query: (arg) => ({ route, question: question(arg) }),
    ...(answerSchema(route) as object),
    invalidatesTags: (answer, _problem, arg) => (answer === undefined ? [] : stale(arg, answer)),
  });

/** The request body of a contract. */
export type Body<R extends RouteContract> = Question<R> extends { body: infer B } ? B : never;
/** Search, filters and sort order of a list contract, without the cursor. */
export type Filters<R extends RouteContract> =
  Question<R> extends { query?: infer Q } ? Omit<NonNullable<Q>, 'cursor'> : never;
