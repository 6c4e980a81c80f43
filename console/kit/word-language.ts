import { messageLanguages, type MessageLanguage } from '#contract/messages.ts'

/** The language that notifications are worded in, for the one that the console shows. */
export const wordLanguage = (shown: string): MessageLanguage =>
  messageLanguages.find((language) => language === shown.split('-')[0]) ?? 'en'
