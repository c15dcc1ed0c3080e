/**
 * Repeats a request while the server is overloaded, as portals do: on a busy machine, many writers of one case wait so
 * long for its row that PostgreSQL ends some of their statements, and these have changed nothing.
 */
export const untilServed = async <R extends { statusCode: number }>(send: () => Promise<R>): Promise<R> => {
  let response = await send();
  while (response.statusCode === 503) response = await send();
  return response;
};
