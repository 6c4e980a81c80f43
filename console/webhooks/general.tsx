import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readIntegration, type Integration } from '#contract/integration.ts'
import { limits } from '#contract/limits.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { CopiedText, LeftToRight, Time } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Checklist } from './checklist.tsx'
import styles from './webhooks.module.css'

/** What the merchant's developers need to know of this installation, and how far they have come. */
export function General(): ReactNode {
  const { t } = useTranslation()
  const integration = useCall(readIntegration, {})
  const { data } = integration
  if (!data) return <Unanswered query={integration} lines={8} />
  return (
    <div>
      <Section
        title={t(($) => $.integration.checklist)}
        end={
          <ButtonLink size="xs" variant="default" to="apiLog">
            {wireWord('screens', 'apiLog')}
          </ButtonLink>
        }
      >
        <Checklist of={data.checklist} />
      </Section>
      <Section title={t(($) => $.integration.addresses)}>
        <Addresses of={data} />
      </Section>
      <Section title={t(($) => $.integration.limits)}>
        <Limits of={data.limits} />
      </Section>
    </div>
  )
}

function Addresses({ of }: { of: Integration }): ReactNode {
  const { t } = useTranslation()
  const copied = (text: string) => (
    <CopiedText key={text} copy={t(($) => $.integration.copy)}>
      {text}
    </CopiedText>
  )
  return (
    <>
      <Facts
        facts={[
          [t(($) => $.integration.apiBase), copied(of.api_base)],
          [t(($) => $.integration.openApi), copied(of.openapi_url)],
          [t(($) => $.keys.client), copied(of.merchant_key)],
          [
            t(($) => $.integration.mode),
            of.environment === 'live' ? t(($) => $.integration.live) : t(($) => $.integration.test),
          ],
          [t(($) => $.integration.serverTime), <Time key="time" at={of.server_time} zoned />],
          [
            t(($) => $.integration.egress),
            of.egress_addresses.length > 0 ? copied(of.egress_addresses.join(', ')) : t(($) => $.integration.noEgress),
          ],
        ]}
      />
      {of.callbacks.length > 0 && (
        <dl className={styles['params']}>
          {of.callbacks.map(({ channel_key: key, name, url }) => (
            <div key={key}>
              <dt>{t(($) => $.integration.callbackOf, { name })}</dt>
              <dd>
                <LeftToRight>{url}</LeftToRight>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Limits({ of }: { of: Integration['limits'] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const kilobytes = new Intl.NumberFormat(language).format(of.body_bytes / 1024)
  return (
    <Facts
      facts={[
        [t(($) => $.integration.calls), t(($) => $.integration.leftOf, of.calls)],
        [t(($) => $.serverKeys.title), t(($) => $.integration.leftOf, of.server_keys)],
        [t(($) => $.webhooks.tabs.webhooks), t(($) => $.integration.leftOf, of.webhooks)],
        [t(($) => $.integration.body), t(($) => $.integration.kilobytes, { kilobytes })],
        [t(($) => $.integration.logKept), t(($) => $.integration.days, { count: limits.apiLogDays })],
      ]}
    />
  )
}
