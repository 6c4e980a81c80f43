import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#console/kit/details/detail.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Notice } from '#console/kit/ui/notice.tsx'
import { Checks, isSaidByChecks } from './checks.tsx'
import styles from './onboarding.module.css'
import { ProviderLink } from './provider-link.tsx'
import { isAtPage } from './step.ts'
import type { OnboardingCase } from './use-onboarding.ts'

/** While the provider waits for the merchant or the merchant for the provider. */
export function Waiting({ found, asking }: { found: OnboardingCase; asking: boolean }): ReactNode {
  const { t } = useTranslation()
  const { state, kind, checks, asked_at: askedAt, statusChannelReason: reason } = found
  const name = isolated(found.channel_name)
  const acts = state === 'ACTION_REQUIRED'
  const begins = isAtPage(found)
  const title = acts
    ? t(($) => $.onboarding.checksTitle, { name })
    : t(($) => (begins ? $.onboarding.signUpTitle : $.onboarding.reviewTitle), { name })
  return (
    <>
      {acts && (
        <Notice title={t(($) => $.onboarding.actionTitle, { name })}>
          {reason && !isSaidByChecks(checks, reason) && (
            <p>{t(($) => $.payChannels.providerSays, { name, text: isolated(reason) })}</p>
          )}
          <p>{t(($) => $.onboarding.actionText, { name })}</p>
        </Notice>
      )}
      <Section title={title}>
        {!acts && (
          <p className={styles['lead']}>
            {t(($) => (begins ? $.onboarding.signUpText : $.onboarding.reviewText), { name })}
          </p>
        )}
        <Checks found={found} />
        {kind === 'referral' && <ProviderLink found={found} primary={begins || acts} />}
        <p className={styles['asked']}>
          {askedAt ? (
            <>
              {t(($) => $.onboarding.lastAsked)} <Time at={askedAt} zoned exact />
            </>
          ) : (
            t(($) => (asking ? $.onboarding.asking : $.onboarding.notAsked), { name })
          )}
        </p>
      </Section>
    </>
  )
}
