import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listRouteVersions } from '#contract/routing.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import styles from './routing.module.css'
import type { RuleContent } from './rule-values.ts'
import { ruleSentence } from './rule-words.ts'
import { channelNames, type Channels } from './use-rules.ts'

interface VersionsProps {
  rule: RoutingRule
  channels: Channels
  /** Puts a version into the form, from where it can be saved anew. */
  onUse: (version: RuleContent) => void
}

/** The versions of a rule, the newest first, each in words. */
export function Versions({ rule, channels, onUse }: VersionsProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const mayChange = useDenied('paymentChannels') === null
  const versions = useCall(listRouteVersions, { path: { routing_ref: rule.routing_ref } })
  const { nameOf } = channelNames(channels)
  return (
    <Section title={t(($) => $.routing.versions)} folded>
      {!versions.data ? (
        <Unanswered query={versions} lines={4} />
      ) : (
        <ol className={styles['versions']}>
          {versions.data.map((version) => (
            <li key={version.version}>
              <div>
                <p className={styles['versionHead']}>
                  <strong>{t(($) => $.routing.version, { version: version.version })}</strong> ·{' '}
                  <bdi>{version.name}</bdi>
                </p>
                <p>{ruleSentence(version, nameOf, language)}</p>
                <p className={styles['under']}>
                  <Time at={version.created_at} zoned /> · <bdi>{version.created_by}</bdi>
                  {!version.is_enabled && ` · ${t(($) => $.routing.off)}`}
                </p>
              </div>
              {mayChange && version.version !== rule.revision && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t(($) => $.routing.useVersionOf, { version: version.version })}
                  onClick={() => onUse(version)}
                >
                  {t(($) => $.routing.useVersion)}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
