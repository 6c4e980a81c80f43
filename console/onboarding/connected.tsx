import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#console/kit/details/detail.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { Checks } from './checks.tsx'
import styles from './onboarding.module.css'
import type { OnboardingCase } from './use-onboarding.ts'

/** The account takes payments: what the provider is content with, and the way to the channel. */
export function Connected({ found }: { found: OnboardingCase }): ReactNode {
  const { t } = useTranslation()
  const name = isolated(found.channel_name)
  const channel = found.connected_as
  return (
    <>
      <Notice tone="good" title={t(($) => $.onboarding.activeTitle, { name })} />
      <Section title={t(($) => $.payChannels.next.title)}>
        <p className={styles['lead']}>{t(($) => (channel ? $.onboarding.activeText : $.onboarding.connecting))}</p>
        {channel && (
          <p className={styles['go']}>
            <ButtonLink to="paymentChannel" search={{ channel }}>
              {t(($) => $.onboarding.openChannel)}
            </ButtonLink>
          </p>
        )}
      </Section>
      {found.checks.length > 0 && (
        <Section title={t(($) => $.onboarding.checksTitle, { name })}>
          <Checks found={found} />
        </Section>
      )}
    </>
  )
}
