/** PostgreSQL's advisory locks: one number for each thing that one process at a time does. */
export const locks = {
  migration: 4_715_001,
  testTemplate: 4_715_002,
  demo: 4_715_003,
  anchors: 4_715_004,
  backup: 4_715_011,
} as const;
