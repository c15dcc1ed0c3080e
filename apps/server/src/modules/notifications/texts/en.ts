import { letter, type EmailTexts, type SmsTexts } from './templates.ts';

const hello = 'Hello,';
const notYou = 'If this was not you, please contact us at once and change your password.';
const bye = 'Kind regards\nYour Konsil team';

export const emails: EmailTexts = {
  confirm_email: ({ link }) => letter('Confirm your email address', hello,
    'please confirm your email address for Konsil with this link. It is valid for 24 hours and works once:', link,
    'If you did not register with Konsil, you need not do anything.', bye),
  already_registered: ({ link }) => letter('Your Konsil account', hello,
    'somebody tried to open a new account with your email address. There is one already.',
    `If it was you, just sign in: ${link}`, 'If not, you need not do anything. Your account has not changed.', bye),
  reset_password: ({ link }) => letter('Set a new password', hello,
    'set a new password with this link. It is valid for one hour and works once:', link,
    'If you did not ask for a new password, you need not do anything.', bye),
  invitation: ({ name, link }) => letter('Invitation to Konsil', `Hello ${name},`,
    'you are invited to give your opinion on patients’ cases with Konsil. Set your password with this link. It is valid for 24 hours and works once:', link, bye),
  password_changed: ({ at }) => letter('Your password was changed', hello,
    `your Konsil password was changed on ${at}. You were signed out everywhere else.`, notYou, bye),
  confirm_new_email: ({ link }) => letter('Confirm your new email address', hello,
    'please confirm this address as the new email address of your account. The link is valid for 24 hours and works once:', link, bye),
  email_change_requested: ({ newEmail }) => letter('Your email address is about to change', hello,
    `the new email address ${newEmail} was given for your Konsil account. It counts as soon as it is confirmed there.`, notYou, bye),
  email_changed: ({ newEmail }) => letter('Your email address was changed', hello,
    `the email address of your Konsil account is now ${newEmail}.`, notYou, bye),
  phone_changed: ({ ending }) => letter('Your mobile number was changed', hello,
    `the mobile number of your Konsil account was changed. It now ends in ${ending}.`, notYou, bye),
  second_factor_changed: ({ on }) => letter(on ? 'Second factor switched on' : 'Second factor switched off', hello,
    on ? 'from now on you also need a code from your authenticator app to sign in to Konsil.' : 'from now on your password is enough to sign in to Konsil.', notYou, bye),
  sign_in_attempts: ({ at }) => letter('Many attempts to sign in to your account', hello,
    `on ${at} there were many wrong attempts to sign in to your account. We blocked further ones for a while. You can still sign in from the devices you use.`,
    'You need not do anything. A second factor makes your account safer.', bye),
  document_infected: ({ link }) => letter('A file was removed', hello,
    'malware was found in a file that you uploaded to Konsil. We removed the file, nobody was shown it.',
    `Please check your device and upload the document again once it is safe: ${link}`, bye),
  contact: ({ from, role, subject, message }) => letter(`Contact: ${subject}`, `From: ${from} (${role})`, message),
};

export const sms: SmsTexts = {
  code: ({ code }) => `${code} is your Konsil verification code. It is valid for 10 minutes. Do not share it with anyone.`,
};
