const most = 150;
const lengths = [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];

/**
 * The longest round length that fits into a third of the picture.
 * @param room width of the picture in canvas pixels
 */
export function scaleBarOf(perMillimetre: number, room: number): { millimetres: number; pixels: number } | null {
  const millimetres = lengths.find((length) => length * perMillimetre <= Math.min(most, room / 3));
  return millimetres === undefined || !(perMillimetre > 0)
    ? null
    : { millimetres, pixels: millimetres * perMillimetre };
}
