import type { MessageLanguage } from '#contract/messages.ts'

/** A language by its own name for itself. */
export function languageName(language: MessageLanguage): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}
