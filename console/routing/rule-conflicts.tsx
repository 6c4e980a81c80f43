import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { displayLocale } from '#i18n/languages.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { channelConflict, takenBefore } from './conflicts.ts'
import styles from './routing.module.css'
import { channelNames, type Channels } from './use-rules.ts'

interface RuleConflictsProps {
  /** The rules in their order, the one in question among them. */
  rules: readonly RoutingRule[]
  rule: RoutingRule
  channels: Channels
}

/** What keeps a rule or a channel of it from taking any payment; nothing where there is nothing of the kind. */
export function RuleConflicts({ rules, rule, channels }: RuleConflictsProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { nameOf } = channelNames(channels)
  const taken = useMemo(() => takenBefore(rules, rule), [rules, rule])
  const ruleWords = (places: readonly number[]) =>
    new Intl.ListFormat(displayLocale(language)).format(
      places.map((place) => t(($) => $.routing.ruleAt, { place: place + 1, name: isolated(rules[place]?.name ?? '') })),
    )
  const found = [
    ...(taken?.length === 0 ? [t(($) => $.routing.conflicts.nothing)] : []),
    ...(taken && taken.length > 0
      ? [t(($) => $.routing.conflicts.taken, { count: taken.length, rules: ruleWords(taken) })]
      : []),
    ...rule.channels.flatMap((channel) => {
      const conflict = channel.is_enabled ? channelConflict(channel, rule.conditions, channels) : null
      const name = isolated(nameOf(channel.channel_key))
      return conflict ? [t(($) => $.routing.conflicts[conflict], { channel: name })] : []
    }),
  ]
  if (found.length === 0) return null
  return (
    <ul className={styles['conflicts']}>
      {[...new Set(found)].map((text) => (
        <li key={text}>
          <Icon name="warning" size={14} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
