/** Masks a phone number from onlookers: `+49 151 ••••• 482`. Takes E.164. */
export const maskedPhone = (phone: string): string =>
  `${phone.slice(0, 3)} ${phone.slice(3, 6)} ••••• ${phone.slice(-3)}`.replace(/ /g, '\u00a0');
