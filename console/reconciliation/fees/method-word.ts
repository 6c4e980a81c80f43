import { wireWord } from '#console/kit/i18n/words.ts'

/** A way to pay of ours by its name; the word of a provider's file as it stands there. */
export const methodWord = (method: string): string => wireWord('methods', method)
