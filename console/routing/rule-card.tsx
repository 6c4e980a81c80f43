import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateRoute } from '#contract/routing.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { NamedChannel } from '#console/channels/logo.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { numberText, shareWords } from '#console/kit/i18n/names.ts'
import { failureText, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { toastFailure } from '#console/kit/ui/toast.ts'
import { MoveButtons } from '#console/kit/ui/move-buttons.tsx'
import { ranksOf, sharesOf } from './ranks.ts'
import styles from './routing.module.css'
import { RuleConflicts } from './rule-conflicts.tsx'
import { RuleMenu } from './rule-menu.tsx'
import { bodyOf, valuesOf } from './rule-values.ts'
import { ruleSentence } from './rule-words.ts'
import { ShareBar } from './share-bar.tsx'
import { channelNames, ofRules, type Channels } from './use-rules.ts'

interface RuleCardProps {
  rules: readonly RoutingRule[]
  rule: RoutingRule
  channels: Channels
  place: number
  /** The number of rules that have a place of their own. */
  places: number
  onMove: (by: -1 | 1) => void
}

/** A rule in words, with its channels, and what can be done with it. */
export function RuleCard({ rules, rule, channels, place, places, onMove }: RuleCardProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const mayChange = useDenied('paymentChannels') === null
  const { nameOf } = channelNames(channels)
  const { name, is_default: isDefault, revision, routing_ref: ref } = rule
  const titles = { name: isolated(name) }
  return (
    <>
      <span className={styles['place']} aria-hidden="true">
        {isDefault ? '∗' : numberText(place + 1, language)}
      </span>
      <div className={styles['what']}>
        <h2 className={styles['name']}>
          <ScreenLink to="routingRule" search={{ rule: ref }}>
            <bdi>{name}</bdi>
          </ScreenLink>
          {isDefault && <span className={styles['mark']}>{t(($) => $.routing.default)}</span>}
          <span className={styles['version']}>{t(($) => $.routing.version, { version: revision })}</span>
        </h2>
        <p>{ruleSentence(rule, nameOf, language)}</p>
        {rule.is_enabled && <RuleConflicts rules={rules} rule={rule} channels={channels} />}
        <Ranks rule={rule} channels={channels} />
      </div>
      <div className={styles['acts']}>
        {mayChange && !isDefault && places > 1 && (
          <MoveButtons
            up={t(($) => $.routing.moveUp, titles)}
            down={t(($) => $.routing.moveDown, titles)}
            isFirst={place === 0}
            isLast={place === places - 1}
            onMove={onMove}
          />
        )}
        <RuleSwitch rule={rule} />
        {mayChange && <RuleMenu rule={rule} />}
      </div>
    </>
  )
}

/** The channels of each rank with their shares. */
function Ranks({ rule, channels }: Pick<RuleCardProps, 'rule' | 'channels'>): ReactNode {
  const language = useLanguage()
  const { t } = useTranslation()
  const { nameOf, logoOf } = channelNames(channels)
  return (
    <ol className={styles['ranks']} aria-label={t(($) => $.routing.channels)}>
      {ranksOf(rule.channels).map((group) => {
        const equals = group.channels.map(({ channel }) => channel)
        const shares = sharesOf(equals)
        return (
          <li key={group.rank}>
            <ul>
              {equals.map((channel, at) => (
                <li key={at} data-off={!channel.is_enabled || undefined}>
                  <NamedChannel
                    name={nameOf(channel.channel_key)}
                    {...logoOf(channel.channel_key)}
                    {...(channel.method_key === '' ? {} : { note: wireWord('methods', channel.method_key) })}
                  />
                  {equals.length > 1 && (
                    <span className={styles['share']}>{shareWords(shares[at] ?? 0, language)}</span>
                  )}
                  {!channel.is_enabled && <span className={styles['share']}>{t(($) => $.routing.notUsed)}</span>}
                </li>
              ))}
            </ul>
            {equals.length > 1 && <ShareBar shares={shares} />}
          </li>
        )
      })}
    </ol>
  )
}

/** Switches a rule by saving it as it is, but on or off. */
function RuleSwitch({ rule }: { rule: RoutingRule }): ReactNode {
  const { t } = useTranslation()
  const mayChange = useDenied('paymentChannels') === null
  const { act, pending } = useAction(updateRoute, { refreshes: ofRules })
  const { routing_ref, revision, is_enabled: isOn } = rule
  const change = async (wanted: boolean) => {
    const body = { ...bodyOf(valuesOf({ ...rule, is_enabled: wanted })), revision }
    const outcome = await act({ path: { routing_ref }, body })
    if (!outcome.ok) toastFailure(failureText(outcome.error), outcome.error.requestId)
  }
  return (
    <Switch
      aria-label={t(($) => $.routing.switch, { name: isolated(rule.name) })}
      checked={isOn}
      disabled={!mayChange || pending}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}
