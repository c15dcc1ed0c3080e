/** SOP classes of DICOM objects that mark regions of other images (PS3.4 B.5). */
export const regionClasses = {
  segmentation: '1.2.840.10008.5.1.4.1.1.66.4',
  labelMap: '1.2.840.10008.5.1.4.1.1.66.7',
  structureSet: '1.2.840.10008.5.1.4.1.1.481.3',
} as const;
export type RegionClass = (typeof regionClasses)[keyof typeof regionClasses];

const all: readonly string[] = Object.values(regionClasses);
/** True for an object that marks regions of other images, and is no image itself. */
export const isRegionClass = (sopClassUid: string): sopClassUid is RegionClass => all.includes(sopClassUid);
