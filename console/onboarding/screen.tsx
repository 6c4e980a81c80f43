import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import detail from '#console/kit/details/detail.module.css'
import { Status } from '#console/kit/details/status.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { BusinessFacts } from './business-facts.tsx'
import { Connected } from './connected.tsx'
import { HandIn } from './hand-in.tsx'
import { Obstacle } from './obstacle.tsx'
import { Steps } from './steps.tsx'
import { useOnboarding, type OnboardingCase } from './use-onboarding.ts'
import { Waiting } from './waiting.tsx'

/** The sign-up at the provider of a channel of the catalogue: what is to be done now, and how far it is. */
export default function ChannelOnboarding(): ReactNode {
  const { t } = useTranslation()
  const { channelName = '' } = useScreenSearch('channelOnboarding')
  const { found, asking, query } = useOnboarding(channelName)
  if (found) return <Onboarding key={channelName} found={found} asking={asking} />
  return (
    <Screen name="channelOnboarding" back="paymentChannels" backSearch={{ tab: 'not-set-up' }}>
      <Unanswered
        query={query}
        lines={8}
        missing={
          <Empty title={t(($) => $.payChannels.unknownTitle)} text={t(($) => $.payChannels.unknownText)}>
            <ButtonLink to="paymentChannels" search={{ tab: 'not-set-up' }} variant="default">
              {t(($) => $.missing.back, { screen: isolated(screenTitle('paymentChannels')) })}
            </ButtonLink>
          </Empty>
        }
        absent={query.error?.reason === faults.channelUnknown.reason}
      />
    </Screen>
  )
}

interface FoundProps {
  found: OnboardingCase
  /** Whether the provider is being asked at this moment. */
  asking: boolean
}

function Onboarding({ found, asking }: FoundProps): ReactNode {
  const { t } = useTranslation()
  const { state, channel_name: name, obstacle } = found
  const closed = obstacle !== '' && state === 'NOT_STARTED'
  return (
    <Screen
      name="channelOnboarding"
      title={t(($) => $.onboarding.title, { name })}
      back="paymentChannels"
      backSearch={state === 'ACTIVE' ? {} : { tab: 'not-set-up' }}
      beside={!closed && <Status of="onboarding" state={state} />}
    >
      {closed ? (
        <Obstacle found={found} />
      ) : (
        <div className={detail['page']}>
          <div className={detail['main']}>
            <Now found={found} asking={asking} />
          </div>
          <div className={detail['side']}>
            <Steps found={found} />
          </div>
        </div>
      )}
    </Screen>
  )
}

/** What is to be done in this state. */
function Now({ found, asking }: FoundProps): ReactNode {
  const { state } = found
  if (state === 'NOT_STARTED' || state === 'REJECTED') return <HandIn found={found} />
  if (state === 'ACTIVE') return <Connected found={found} />
  return (
    <>
      <Waiting found={found} asking={asking} />
      <BusinessFacts facts={found.facts} />
    </>
  )
}
