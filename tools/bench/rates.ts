// Shared by the loads: transactions per second of several kinds, in turn, for several numbers of clients.
export interface Measurement {
  clients: readonly number[];
  seconds: number;
  rounds: number;
  /** The first is what the others are compared with. */
  kinds: Record<string, () => Promise<unknown>>;
}

const median = (rates: number[]): number => rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;

const rateOf = async (clients: number, seconds: number, work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  const end = start + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (; performance.now() < end; done += 1) await work();
    }),
  );
  return (done * 1000) / (performance.now() - start);
};

/** Prints the median rate of each kind, and the rate of each round. */
export const measureRates = async ({ clients, seconds, rounds, kinds }: Measurement): Promise<void> => {
  const [first = ''] = Object.keys(kinds);
  for (const count of clients) {
    const measured = Object.fromEntries(Object.keys(kinds).map((name) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round += 1)
      for (const [name, work] of Object.entries(kinds)) measured[name]?.push(await rateOf(count, seconds, work));
    const bare = median(measured[first] ?? []);
    for (const [name, rates] of Object.entries(measured)) {
      const told = `${Math.round(median(rates))}/s, ${(median(rates) / bare).toFixed(2)} x`;
      console.log(
        `${String(count).padStart(2)} clients, ${name.padEnd(17)} ${told} (${rates.map(Math.round).join(', ')})`,
      );
    }
  }
};
