// Replaces dcmjs, which @cornerstonejs/metadata loads for its dictionary of 5,000 tags and its DICOM parser. The viewer
// gets DICOM JSON and uses neither; only the logger is real. Every keyword maps to the same unused tag, to avoid
// warnings.
import log from 'loglevel';

const unused = { tag: '(0000,0000)', vr: 'UN', vm: '1' };
const isKeyword = (name) => typeof name === 'string' && /^[A-Z]/.test(name);
const anyKeyword = new Proxy(
  {},
  {
    get: (_, name) => (isKeyword(name) ? unused : undefined),
    getOwnPropertyDescriptor: (_, name) =>
      isKeyword(name) ? { value: unused, configurable: true, enumerable: true } : undefined,
  },
);

export { log };
export const constants = {
  IMPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2',
  EXPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2.1',
  DEFLATED_EXPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2.1.99',
  EXPLICIT_BIG_ENDIAN: '1.2.840.10008.1.2.2',
};

export default {
  constants,
  data: { DicomMetaDictionary: { dictionary: {}, nameMap: anyKeyword } },
  async: {},
  utilities: {},
};
