/** PostgreSQL advisory lock numbers, one per exclusive task. */
export const locks = {
  migration: 4_715_001,
  testTemplate: 4_715_002,
  demo: 4_715_003,
  anchors: 4_715_004,
  erasures: 4_715_005,
  endings: 4_715_006,
  backup: 4_715_011,
  legalTexts: 4_715_012,
  specialtyForms: 4_715_013,
} as const;

/** Seeds of the hashes by which something is locked per account or chain. */
export const lockSpaces = { auditChains: 4715, notices: 4716, pushDevices: 4717 } as const;
