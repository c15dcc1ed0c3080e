// @bundle route
/** The towns of a German postcode, by name; empty if it has none, or if they cannot be loaded: then the town is typed. */
export const townsOf = async (zipcode: string): Promise<readonly string[]> => {
  const [, digit, rest] = /^(\d)(\d{4})$/.exec(zipcode.trim()) ?? [];
  if (!digit || !rest) return [];
  try {
    const towns = (await import(`./towns/${digit}.json`)) as { default: Record<string, string> };
    return towns.default[rest]?.split(';') ?? [];
  } catch {
    return [];
  }
};
