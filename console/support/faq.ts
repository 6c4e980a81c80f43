import type { ScreenName } from '#contract/screens.ts'
import type { Areas } from '#i18n/areas.ts'
import { folded, wordsIn } from '#console/kit/i18n/search-words.ts'

/** The questions by subject, each with the screens that its answer mentions. */
export const faq = [
  { id: 'link_make', about: 'payments', screens: ['createPaymentLink', 'paymentLinks'] },
  { id: 'link_late', about: 'payments', screens: ['paymentLinks'] },
  { id: 'payment_declined', about: 'payments', screens: ['payments'] },
  { id: 'payment_pending', about: 'payments', screens: ['payments'] },
  { id: 'payment_twice', about: 'payments', screens: ['payments'] },
  { id: 'slip', about: 'payments', screens: ['payments'] },
  { id: 'test_mode', about: 'payments', screens: ['generalSettings', 'paymentChannels'] },
  { id: 'channel_connect', about: 'payments', screens: ['paymentChannels'] },
  { id: 'fees', about: 'payments', screens: ['dashboard', 'payments'] },
  { id: 'refund_make', about: 'refunds', screens: ['payments'] },
  { id: 'refund_time', about: 'refunds', screens: ['payments'] },
  { id: 'refund_failed', about: 'refunds', screens: ['payments'] },
  { id: 'refund_many', about: 'refunds', screens: ['refundBatches'] },
  { id: 'webhook_missing', about: 'webhooks', screens: ['webhooks'] },
  { id: 'webhook_verify', about: 'webhooks', screens: ['webhooks', 'apiReference'] },
  { id: 'webhook_off', about: 'webhooks', screens: ['webhooks'] },
  { id: 'signature', about: 'webhooks', screens: ['apiReference', 'webhooks'] },
  { id: 'secret_leaked', about: 'webhooks', screens: ['webhooks'] },
  { id: 'locked', about: 'account', screens: ['profile'] },
  { id: 'not_allowed', about: 'account', screens: ['profile', 'generalSettings'] },
  { id: 'notifications', about: 'account', screens: ['profile'] },
] as const satisfies readonly {
  id: string
  about: 'payments' | 'refunds' | 'webhooks' | 'account'
  screens: readonly ScreenName[]
}[]

interface Answer {
  question: string
  /** Paragraphs. */
  answer: readonly string[]
}

/** A question with its texts. */
export type Found = (typeof faq)[number] & Answer

/** The questions whose texts contain all of the words; all questions for an empty search. */
export function findAnswers(search: string, answers: Areas['faq']): Found[] {
  const words = wordsIn(search)
  return faq
    .map((one) => ({ ...one, ...answers[one.id] }))
    .filter(({ question, answer }) => {
      const text = plain([question, ...answer].join(' '))
      return words.every((word) => text.includes(word))
    })
}

/** The {@link folded} text in its own length, so that positions are the same in both. */
export const plain = (text: string): string =>
  Array.from(text, (letter) => {
    const bare = folded(letter)
    return bare.length === letter.length ? bare : '\0'.repeat(letter.length)
  }).join('')

/** A text in pieces; pieces that match one of the words are marked. */
export function marked(text: string, words: readonly string[]): { text: string; found: boolean }[] {
  if (words.length === 0) return [{ text, found: false }]
  const bare = plain(text)
  const at = Array.from({ length: text.length }, () => false)
  for (const word of words)
    for (let from = bare.indexOf(word); from !== -1; from = bare.indexOf(word, from + 1))
      at.fill(true, from, from + word.length)
  const pieces: { text: string; found: boolean }[] = []
  for (let index = 0; index < text.length; index++) {
    const last = pieces.at(-1)
    const found = at[index] === true
    if (last?.found === found) last.text += text.charAt(index)
    else pieces.push({ text: text.charAt(index), found })
  }
  return pieces
}
