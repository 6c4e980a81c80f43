import i18next from 'i18next'
import type { RoutedAttempt } from '#contract/routing.ts'
import type { Language } from '#i18n/languages.ts'
import { percentWords } from '#console/kit/i18n/names.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'

/**
 * Why an attempt went to its channel, by which rule, what it got of a roll-out, and which channels of the rule were passed over;
 * one text each.
 * @param all the attempts of the order, by which channels have names.
 */
export function attemptWords(
  { why_chosen: why, rule_name: name, rule_version: version, rank, rollout, skipped }: RoutedAttempt,
  all: readonly RoutedAttempt[],
  language: Language,
): string[] {
  const nameOf = (key: string) => all.find((one) => one.channel_key === key)?.channel_name ?? key
  const rule = isolated(name)
  const byRule =
    rank > 0
      ? i18next.t(($) => $.routedAttempts.ruleRank, { rule, version, rank })
      : i18next.t(($) => $.routedAttempts.rule, { rule, version })
  const channels = skipped
    .map(({ channel_key: key, why: reason }) =>
      i18next.t(($) => $.routedAttempts.skippedOne, {
        channel: isolated(nameOf(key)),
        why: i18next.t(($) => $.routedAttempts.skips[reason]),
      }),
    )
    .join(i18next.t(($) => $.app.comma))
  return [
    ...(why ? [i18next.t(($) => $.routedAttempts.chosen[why])] : []),
    ...(version > 0 ? [byRule] : []),
    ...(rollout ? [rolloutWords(rollout, language)] : []),
    ...(skipped.length > 0 ? [i18next.t(($) => $.routedAttempts.skipped, { channels })] : []),
  ]
}

/** Whether the order got the version that a roll-out tries. */
function rolloutWords(rollout: NonNullable<RoutedAttempt['rollout']>, language: Language): string {
  const { arm, rule_name: name, version, control_version: control } = rollout
  const told = arm === 'control' && control === 0 ? 'without' : arm
  const share = percentWords(rollout.share / 100, language)
  return i18next.t(($) => $.routedAttempts.rollout[told], { rule: isolated(name), version, control, share })
}
