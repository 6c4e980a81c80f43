import type { CopyDifference } from '#contract/channel-copies.ts'
import type { Language } from '#i18n/languages.ts'
import { channelsWords, paymentsWords, ruleSentence } from '#console/routing/rule-words.ts'

type Channel = CopyDifference['channels'][number]
type Rule = CopyDifference['rules'][number]

/** What a rule says in live mode after copying, as one sentence. */
export const copiedSentence = ({ after }: Rule, channels: readonly Channel[], language: Language): string =>
  ruleSentence(after, namesOf(channels), language)

/**
 * What copying changes of a rule that live mode has, or makes of a new one beside its name and its sentence. What the rule says
 * is one sentence before and one after.
 */
export function ruleChanges(rule: Rule, channels: readonly Channel[], language: Language): Rule['changes'] {
  const { before, after, changes } = rule
  const { name, conditions, channels: places, ...others } = changes
  if (!before) return others
  const nameOf = namesOf(channels)
  const wordsOf = (said: Rule['after']) => ({
    conditions: paymentsWords(said.conditions, language),
    channels: channelsWords(said.channels, nameOf, language),
  })
  const [was, is] = [wordsOf(before), wordsOf(after)]
  // The sentence counts what are many: one country of ten for another leaves it as it is, and is told as the audit log does.
  const told = { conditions: was.conditions !== is.conditions, channels: was.channels !== is.channels }
  const isSaid = (conditions && told.conditions) || (places && told.channels)
  return {
    ...(name && { name }),
    ...(isSaid && {
      sentence: { before: ruleSentence(before, nameOf, language), after: ruleSentence(after, nameOf, language) },
    }),
    ...(conditions && !told.conditions && { conditions }),
    ...(places && !told.channels && { channels: places }),
    ...others,
  }
}

/** The names that channels have after copying. */
const namesOf = (channels: readonly Channel[]) => (key: string) =>
  channels.find(({ channel_key: one }) => one === key)?.name ?? key
