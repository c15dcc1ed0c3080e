export type { Attachable } from './attachable';
export { CaseThread } from './CaseThread';
export { MessageForm, useMessageDraft } from './MessageForm';
export type { MessageFormProps } from './MessageForm';
export { MessageOverview } from './MessageOverview';
export type { MessageOverviewProps } from './MessageOverview';
export { messageTexts } from './texts';
