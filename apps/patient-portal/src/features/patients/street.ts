// @bundle route
// 12, 12a, 4a-c, 3-5, 3 - 5 b, 12 1/2
const numberAtEnd =
  /^(.*?(?:\.|[\p{L})](?=,?\s))),?\s*(\d+(?:\s?1\/2)?\s?[a-z]?(?:\s?[-–/+]\s?(?:\d+\s?[a-z]?|[a-z]))*)$/iu;

/** Street and house number that were typed, or filled in by the browser, as one line; null if there is no number at its end. */
export const splitStreet = (line: string): { street: string; house_number: string } | null => {
  const [, street, number] = numberAtEnd.exec(line.trim()) ?? [];
  return street && number ? { street, house_number: number } : null;
};
