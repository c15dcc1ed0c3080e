/** Stands in for vtk.js's XML writer, whose own needs kill a built page. The viewer reads no XML. */
export const create = () => {
  throw new Error('This build has no XML.');
};
