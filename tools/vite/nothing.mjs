/** Replaces vtk.js's XML writer, whose imports break a built page. The viewer reads no XML. */
export const create = () => {
  throw new Error('This build has no XML.');
};
