/** The z-index values. */
export const layer = { sticky: 1, bar: 4, popup: 10, dialog: 20, toast: 30, skip: 40 };
