type Vector = readonly [number, number, number];

/** Sides of the body: the first letter is the main direction, a second one a clear tilt. */
export type Side = 'R' | 'L' | 'A' | 'P' | 'H' | 'F';

const axes = [
  ['L', 'R'],
  ['P', 'A'],
  ['H', 'F'],
] as const;
const clear = 0.3;

/** The sides of the body that a patient coordinate direction points to (DICOM: left, back, head are positive). */
export const sidesOf = (direction: Vector): Side[] =>
  direction
    .map((part, axis) => ({ strength: Math.abs(part), side: axes[axis]?.[part > 0 ? 0 : 1] }))
    .filter(({ strength }) => strength > clear)
    .sort((a, b) => b.strength - a.strength)
    .slice(0, 2)
    .flatMap(({ side }) => side ?? []);

export const opposite = ([x, y, z]: Vector): Vector => [-x, -y, -z];
export const cross = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
];
