import { readableAddress } from '@konsil/contracts/mail-address';
import { quotaBounds } from '@konsil/contracts/quota-settings';
import {
  letter,
  newsLetter,
  type EmailTexts,
  type NoticeKind,
  type PushText,
  type SmsTexts,
  type ToldAct,
} from '../texts/templates.ts';

const hello = 'Hello,';
const notYou = 'If this was not you, please reply to this email straight away and change your password.';
const asItIs = (line: string) => line;
const bye = 'Kind regards\nYour Konsil team';

const news: Record<NoticeKind, { one: string; many: (count: number) => string }> = {
  request: {
    one: 'A new request is waiting for you at Konsil',
    many: (count) => `${count} new requests are waiting for you at Konsil`,
  },
  answer: { one: 'You have a new answer at Konsil', many: (count) => `You have ${count} new answers at Konsil` },
  question: {
    one: 'A question is waiting for you at Konsil',
    many: (count) => `${count} questions are waiting for you at Konsil`,
  },
  message: { one: 'You have a new message at Konsil', many: (count) => `You have ${count} new messages at Konsil` },
  todo: { one: 'You have a new to-do at Konsil', many: (count) => `You have ${count} new to-dos at Konsil` },
  todo_due: { one: 'A to-do at Konsil is due soon', many: (count) => `${count} to-dos at Konsil are due soon` },
  promise_passed: {
    one: 'An answer at Konsil is taking longer than promised',
    many: (count) => `${count} answers at Konsil are taking longer than promised`,
  },
  answer_overdue: {
    one: 'An answer that was promised at Konsil is overdue',
    many: (count) => `${count} answers that were promised at Konsil are overdue`,
  },
  document: {
    one: 'A new document is waiting for you at Konsil',
    many: () => 'New documents are waiting for you at Konsil',
  },
  epicrisis: {
    one: 'There is something new in your patient record at Konsil',
    many: () => 'There are new things in your patient record at Konsil',
  },
  appointment: {
    one: 'An appointment that you proposed at Konsil was accepted',
    many: (count) => `${count} appointments that you proposed at Konsil were accepted`,
  },
  appointment_cancelled: {
    one: 'An appointment that was agreed at Konsil was cancelled',
    many: (count) => `${count} appointments that were agreed at Konsil were cancelled`,
  },
  absence: {
    one: 'Your doctor at Konsil is away for some days',
    many: () => 'Your doctors at Konsil are away for some days',
  },
  second_look_asked: {
    one: 'Your doctor at Konsil asks you for a decision',
    many: () => 'Your doctors at Konsil ask you for decisions',
  },
  second_look: {
    one: 'A colleague at Konsil asks you for a second look',
    many: (count) => `Colleagues at Konsil ask you for ${count} second looks`,
  },
  deputy_asked: {
    one: 'Your doctor at Konsil is away for some days and asks you about a deputy',
    many: () => 'Your doctors at Konsil are away for some days and ask you about a deputy',
  },
  deputy: {
    one: 'You stand in for a colleague at Konsil',
    many: (count) => `You stand in for colleagues at Konsil in ${count} cases`,
  },
  pool_taken: {
    one: 'A doctor of the clinic has taken on one of your cases at Konsil',
    many: (count) => `Doctors of the clinic have taken on ${count} of your cases at Konsil`,
  },
  pool_assigned: {
    one: 'Your clinic gave you a case at Konsil',
    many: (count) => `Your clinic gave you ${count} cases at Konsil`,
  },
  second_look_over: {
    one: 'There is a reply to a second look that you asked for at Konsil',
    many: (count) => `There are replies to ${count} second looks that you asked for at Konsil`,
  },
  doctor_left: {
    one: 'Please choose another doctor at Konsil',
    many: () => 'Please choose other doctors for your cases at Konsil',
  },
  shared_again: {
    one: 'A case at Konsil is shared with you again',
    many: (count) => `${count} cases at Konsil are shared with you again`,
  },
};

const notWanted =
  'Nobody saw any of your details, documents or messages. If you did not want this, please reply to this email straight away.';
const acted: Record<ToldAct, { subject: string; said: (at: string) => string }> = {
  lock: {
    subject: 'Your account has been locked',
    said: (at) =>
      `On ${at} the Konsil operations team locked your account. All sessions have ended, and nobody can sign in. Nothing has been deleted.`,
  },
  unlock: {
    subject: 'Your account is open again',
    said: (at) => `On ${at} the Konsil operations team unlocked your account. You can sign in again.`,
  },
  end_sessions: {
    subject: 'Your sessions have been ended',
    said: (at) => `On ${at} the Konsil operations team ended all sessions of your account. Please sign in again.`,
  },
  ask_reset: {
    subject: 'Your second factor is to be removed',
    said: (at) =>
      `On ${at} the Konsil operations team was asked to remove the second factor of your account. This only happens once a second member of the team agrees. After that, your password is enough.`,
  },
  refuse_reset: {
    subject: 'Your second factor stays',
    said: (at) => `On ${at} the removal of your account’s second factor was refused. It remains in use.`,
  },
  hold: {
    subject: 'Your data is being kept',
    said: (at) =>
      `On ${at} the Konsil operations team decided that nothing in your account is deleted for now, because the data may be needed for legal proceedings (Art. 17 (3) GDPR). You can use your account as before. Until this ends, a deletion that you asked for, or ask for, waits, too.`,
  },
  release: {
    subject: 'Your data need not be kept any longer',
    said: (at) =>
      `Since ${at} your account has no longer been kept for legal proceedings. If you asked for its deletion, this happens on the planned day, but in seven days at the earliest.`,
  },
  absence: {
    subject: 'An absence has been entered for you',
    said: (at) =>
      `On ${at} the Konsil operations team entered an absence for you. Promised days move, and everybody with an open case with you is told. Your settings show the days and the deputy, and you can end the absence there yourself.`,
  },
  absence_ended: {
    subject: 'Your absence has been ended',
    said: (at) =>
      `On ${at} the Konsil operations team ended an absence that was entered for you. Days that moved stay where they are. If you are away after all, please enter it again in your settings.`,
  },
};

export const emails: EmailTexts = {
  confirm_email: ({ link }) =>
    letter(
      'Confirm your email address',
      hello,
      'Please confirm your email address for Konsil with this link. It is valid for 24 hours and works once:',
      link,
      'If you did not register with Konsil, you need not do anything.',
      bye,
    ),
  already_registered: ({ link }) =>
    letter(
      'Your Konsil account',
      hello,
      'Somebody tried to open a new account with your email address. There is one already.',
      `If it was you, just sign in: ${link}`,
      'If not, you need not do anything. Your account has not changed.',
      bye,
    ),
  reset_password: ({ link }) =>
    letter(
      'Set a new password',
      hello,
      'Set a new password with this link. It is valid for one hour and works once:',
      link,
      'If you did not ask for a new password, you need not do anything.',
      bye,
    ),
  invitation: ({ name, link }) =>
    letter(
      'Invitation to Konsil',
      `Hello ${name},`,
      'You are invited to give your opinion on patients’ cases with Konsil. Set your password with this link. It is valid for 24 hours and works once:',
      link,
      bye,
    ),
  operator_invitation: ({ name, link }) =>
    letter(
      'Invitation to operate Konsil',
      `Hello ${name},`,
      'You are invited to help operate Konsil. Set your password with this link. It is valid for 24 hours and works once. At your first sign-in you set up an authenticator app; nothing can be seen without it.',
      link,
      bye,
    ),
  password_changed: ({ at, apps }) =>
    letter(
      'Your password was changed',
      hello,
      `Your Konsil password was changed on ${at}. You were signed out everywhere else.`,
      ...(apps ? ['Apps that were allowed to read go on reading. You can end that here:', apps] : []),
      notYou,
      bye,
    ),
  confirm_new_email: ({ link }) =>
    letter(
      'Confirm your new email address',
      hello,
      'Please confirm this address as the new email address of your account. The link is valid for 24 hours and works once:',
      link,
      bye,
    ),
  email_change_requested: ({ newEmail, link }) =>
    letter(
      'Your email address is about to change',
      hello,
      `The new email address ${readableAddress(newEmail)} was given for your Konsil account. It counts as soon as it is confirmed there.`,
      `If this was not you, please set a new password right away: ${link}`,
      'That takes the change back and ends all sessions. Then please reply to this email.',
      bye,
    ),
  email_changed: ({ newEmail }) =>
    letter(
      'Your email address was changed',
      hello,
      `The email address of your Konsil account is now ${readableAddress(newEmail)}.`,
      notYou,
      bye,
    ),
  phone_changed: ({ ending }) =>
    letter(
      'Your mobile number was changed',
      hello,
      `The mobile number of your Konsil account was changed. It now ends in ${ending}.`,
      notYou,
      bye,
    ),
  second_factor_changed: ({ on }) =>
    letter(
      on ? 'Second factor switched on' : 'Second factor switched off',
      hello,
      on
        ? 'From now on you also need a code from your authenticator app to sign in to Konsil.'
        : 'From now on your password is enough to sign in to Konsil.',
      notYou,
      bye,
    ),
  operator_acted: ({ act, at }) => {
    const { subject, said } = acted[act];
    return letter(subject, hello, said(at), notWanted, bye);
  },
  passkey_changed: ({ change, at }) =>
    letter(
      { added: 'New passkey', removed: 'Passkey removed', copied: 'A passkey was not accepted' }[change],
      hello,
      {
        added: `A new passkey was added to your Konsil account on ${at}. It signs in without your password.`,
        removed: `A passkey of your Konsil account was removed on ${at}. It no longer signs in.`,
        copied: `On ${at} we refused a sign-in with one of your passkeys, because there may be a copy of it. Please remove it in your account and create a new one.`,
      }[change],
      notYou,
      bye,
    ),
  identity_changed: ({ change, provider, at }) =>
    letter(
      { linked: 'New way to sign in', removed: 'Way to sign in removed' }[change],
      hello,
      {
        linked: `Your Konsil account has been connected with “${provider}” since ${at}. You can now sign in there, too.`,
        removed: `The connection of your Konsil account with “${provider}” was removed on ${at}. Signing in there no longer opens your account.`,
      }[change],
      notYou,
      bye,
    ),
  sign_in_attempts: ({ at }) =>
    letter(
      'Many attempts to sign in to your account',
      hello,
      `On ${at} there were many wrong attempts to sign in to your account. We blocked further ones for a while. You can still sign in from the devices you use.`,
      'You need not do anything. A second factor makes your account safer.',
      bye,
    ),
  wrong_codes: ({ at }) =>
    letter(
      'Wrong code after the right password',
      hello,
      `On ${at} somebody entered your right password, and then a wrong code. Nobody gets into your account without the code.`,
      'If this was you, you need not do anything. If not, somebody knows your password: please set a new one right away.',
      bye,
    ),
  new_device: ({ at, device }) =>
    letter(
      'Sign-in from a new device',
      hello,
      `On ${at} somebody signed in to your account from a new device${device ? ` (${device})` : ''}.`,
      'If this was you, you need not do anything. If not, please set a new password right away. That ends all sessions.',
      bye,
    ),
  too_many_sessions: ({ most }) =>
    letter(
      'Older sessions were ended',
      hello,
      `Your account was signed in at more than ${most} places at once. We ended the sessions that had not been used for the longest time.`,
      'Under “Account” you see where you are signed in.',
      notYou,
      bye,
    ),
  data_exported: ({ at }) =>
    letter(
      'Your data was put together',
      hello,
      `On ${at} a file with all data of your Konsil account was put together. Please keep it in a safe place.`,
      notYou,
      bye,
    ),
  erasure_requested: ({ at, link, shares, assists = false, held }) =>
    letter(
      'Your account will be deleted',
      hello,
      `You asked us to delete your Konsil account. ${held ? 'But your data is still being kept for legal proceedings (Art. 17 (3) GDPR). We will delete it only once this ends, and will write to you then.' : `On ${at} we will delete your data and documents for good.`}${shares ? ' From now on your cases are shared with nobody, and agreed appointments are cancelled.' : assists ? ' From now on you no longer work for a practice.' : ' From now on you get no new cases. You can go on answering those that you have until then.'}`,
      `Until then you can take this back under ${shares ? '“My data”' : '“Account”'}: ${link}`,
      shares
        ? 'By law, doctors must keep what they answered and released, as a rule for ten years: their letters to you stay with them. What you wrote for others stays in their cases, without your name. Nothing else of your data stays.'
        : assists
          ? 'What you wrote to patients belongs to their cases, and stays there with your name.'
          : 'You must keep your own records by law. Your letters are deleted with the account: please download your data beforehand.',
      notYou,
      bye,
    ),
  erased: ({ stays, wrote }) =>
    letter(
      'Your account was deleted',
      hello,
      'Your Konsil account and all data and documents in it were deleted for good. Nobody can bring them back, not even us.',
      ...(stays ? ['Letters that doctors sent stay with those doctors for as long as the law requires.'] : []),
      ...(wrote
        ? ['What you wrote or uploaded for others is part of their cases and stays there, without your name.']
        : []),
      bye,
    ),
  system_added: ({ link }) =>
    letter(
      'Another system may now act for you at Konsil',
      hello,
      'Whoever operates Konsil for you has connected another system, which may act in your name. What it may do, and how you end it, is in your settings:',
      link,
      'If you do not expect this, please ask them straight away.',
      bye,
    ),
  app_allowed: ({ link }) =>
    letter(
      'An app may now read your data at Konsil',
      hello,
      'In your account, an app was allowed to read data at Konsil. Which one it is, what it may read and how you end it is here:',
      link,
      notYou,
      bye,
    ),
  referral: ({ link, until }) =>
    letter(
      'Something was prepared for you at Konsil',
      hello,
      'A practice has prepared something for you at Konsil. Only you decide what becomes of it: look at it, and take it over or refuse it.',
      link,
      `If you have no account at Konsil yet, create one with this email address first. If you do nothing, everything is deleted on ${until}.`,
      bye,
    ),
  appointment_ended: ({ at }) =>
    letter(
      news.appointment_cancelled.one,
      hello,
      `An appointment on ${at} (Central European time) that was agreed at Konsil will not take place. Its case is no longer shared with you, so you will not find it at Konsil any more.`,
      'To protect privacy, this email does not say with whom. Please remove the appointment from your calendar.',
      bye,
    ),
  document_infected: ({ link }) =>
    letter(
      'A file was removed',
      hello,
      'Malware was found in a file that you uploaded to Konsil. We removed the file, and nobody was shown it.',
      `Please check your device and upload the document again once it is safe: ${link}`,
      bye,
    ),
  news: (data) =>
    newsLetter(
      data,
      news,
      { several: 'There is news for you at Konsil', hello, first: asItIs },
      'Sign in to read it:',
      data.link,
      'To protect your privacy this email says nothing medical. You decide in the settings how often we write to you.',
      bye,
    ),
  request_sent: ({ doctor, at, day, link }) =>
    letter(
      'Your request at Konsil is sent',
      hello,
      `Your request reached ${doctor} on ${at}.`,
      `An answer is promised by ${day}. We will write to you as soon as it is there.`,
      link,
      'To protect your privacy this email says nothing medical.',
      bye,
    ),
  reader_invited: ({ by, acts, day, link }) =>
    letter(
      'You are invited to read along at Konsil',
      hello,
      acts
        ? `${by} would like you to be able to read along at Konsil and to act for somebody, for example by writing messages.`
        : `${by} would like you to be able to read along at Konsil.`,
      `Sign in with this email address, or create an account with it. You can accept or decline there until ${day}:`,
      link,
      'The invitation is for this email address only: the link alone opens nothing. To protect privacy, this email says nothing more. If you do not know the sender, you need not do anything.',
      bye,
    ),
  reader_changed: ({ change, at, link }) =>
    letter(
      {
        accepted: 'Your invitation was accepted',
        refused: 'Your invitation was declined',
        left: 'Somebody no longer reads along',
        ended: 'You no longer read along',
        may_act: 'You can now act for somebody',
        may_see: 'You only read along again',
      }[change],
      hello,
      {
        accepted: `On ${at} somebody accepted your invitation to read along at Konsil. You can see who it is, and end the access at any time, on the person’s page:`,
        refused: `On ${at} your invitation to read along at Konsil was declined. Nobody saw anything.`,
        left: `On ${at} somebody whom you let read along at Konsil ended this themselves. On the person’s page you see who can still read along:`,
        ended: `On ${at} your access to what others shared with you at Konsil ended. What you have of your own at Konsil stays as it is:`,
        may_act: `As of ${at} you can act at Konsil for somebody for whom you could only read along before. What you write carries your name:`,
        may_see: `As of ${at} you only read along at Konsil where you could also act before. What you wrote stays:`,
      }[change],
      link,
      'To protect your privacy this email names nobody.',
      bye,
    ),
  deputy_away: ({ deputy, from, to, link }) =>
    letter(
      'Your deputy at Konsil is not available',
      hello,
      `${deputy}, your deputy from ${from} to ${to}, will be away in this time, too, and no longer stands in for you. Patients who had agreed see it in their case.`,
      'If somebody else is to stand in, cancel or end the absence in your settings and enter it again with the new deputy:',
      link,
      bye,
    ),
  assistant_invited: ({ name, by, day, link, account }) =>
    letter(
      'Invitation to Konsil as an assistant',
      `Hello ${name},`,
      `${by} invites you to work as an assistant at Konsil: you prepare cases, and only the doctor gives answers.`,
      ...{
        none: [`Set your password with this link. It is valid until ${day} and works once:`, link],
        assistant: [`Sign in with your account. You can accept or decline there until ${day}:`, link],
        other: [
          'This email address already has an account of another kind at Konsil. It stays as it is. Please give the practice another address for your work.',
        ],
      }[account],
      'If you do not know the name, you need not do anything.',
      bye,
    ),
  assistant_changed: ({ change, name, doctor, at, link }) =>
    letter(
      {
        accepted: 'Your invitation was accepted',
        refused: 'Your invitation was declined',
        left: 'An assistant no longer works for you',
        ended: 'Your work at Konsil has ended',
      }[change],
      hello,
      {
        accepted: `${name} has been working for you at Konsil since ${at}. Only cases whose patients agree can be seen. You can end this at any time in the settings:`,
        refused: `${name} declined your invitation to Konsil on ${at}.`,
        left: `${name} stopped working for you at Konsil on ${at} and no longer sees your cases.`,
        ended: `Your work for ${doctor} at Konsil ended on ${at}. You no longer see these cases. Your account stays:`,
      }[change],
      link,
      bye,
    ),
  audit_mark: ({ day, mark, command }) =>
    letter(
      `Mark of the access log of ${day}`,
      hello,
      'Please keep this mark somewhere other than on the server. With it you notice when somebody has cut off the end of the access log:',
      mark,
      `Check it with: ${command} audit verify --mark=${mark}`,
      bye,
    ),
  duty_overdue: ({ duty, since, reason, command }) =>
    letter(
      `Overdue: ${duty}`,
      hello,
      `The duty “${duty}” has not succeeded since ${since}.`,
      reason ? `Reason: ${reason}` : 'No server has tried it.',
      `The state of all duties: ${command} status`,
      'You get this message once until the duty succeeds again.',
      bye,
    ),
  limit_reached: ({ setting }) =>
    letter(
      `Limit reached: ${setting}`,
      hello,
      `The limit ${setting} is reached, and somebody was refused.`,
      `Many people in a hospital or a practice may share one address. If it is them, name their network in TRUSTED_NETWORKS or raise the limit, ${Object.hasOwn(quotaBounds, setting) ? 'at the console under “Limits and networks” or ' : ''}in the settings of the server. If it is an attack, the limit has slowed it down.`,
      'The runbook says what to check (docs/runbook.md, KonsilLimitReached). You get this message once a day for each limit.',
      bye,
    ),
  webhook_disabled: ({ host, since, reason, command }) =>
    letter(
      `Webhook disabled: ${host}`,
      hello,
      `Nothing has reached ${host} since ${since}, so its webhook is disabled. Events until then are not sent any more.`,
      `Reason: ${reason}`,
      `The state of all webhooks: ${command} webhook list`,
      `When the other system works again: ${command} webhook enable`,
      bye,
    ),
  contact: ({ from, role, subject, message }) =>
    letter(`Contact: ${subject}`, `From: ${readableAddress(from)} (${role}’s account)`, message),
};

export const sms: SmsTexts = {
  news: ({ link }) => `Konsil: there is news for you. Sign in: ${link}`,
  code: ({ code, host }) =>
    `${code} is your Konsil verification code. It is valid for 10 minutes. Do not share it with anyone.\n\n@${host} #${code}`,
};

/** The button below an email's link. */
export const openHere = 'Open in Konsil';
export const push: PushText = { title: 'News in Konsil', body: 'Open Konsil to read it.' };
