import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Empty } from '#console/kit/list/unanswered.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import type { OnboardingCase } from './use-onboarding.ts'

/** Why there is no sign-up here, and the way by keys where there is one. */
export function Obstacle({ found }: { found: OnboardingCase }): ReactNode {
  const { t } = useTranslation()
  const { obstacle, channel_key: channelName } = found
  const name = isolated(found.channel_name)
  if (obstacle === '') return null
  return (
    <Empty
      title={t(($) => $.onboarding.obstacles[obstacle].title, { name })}
      text={t(($) => $.onboarding.obstacles[obstacle].text, { name })}
    >
      {obstacle === 'no_adapter' ? (
        <ButtonLink to="paymentChannels" search={{ tab: 'not-set-up' }} variant="default">
          {t(($) => $.onboarding.otherChannels)}
        </ButtonLink>
      ) : (
        <Offered rule="paymentChannels">
          <ButtonLink to="paymentChannel" search={{ channelName }}>
            {t(($) => $.payChannels.connectThis, { name })}
          </ButtonLink>
        </Offered>
      )}
    </Empty>
  )
}
