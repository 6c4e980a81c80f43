import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf } from '#contract/kit/text-forms.ts'
import { beginOnboarding } from '#contract/onboarding.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { goToProvider, isPage } from './go-to-provider.ts'
import styles from './onboarding.module.css'
import { ofOnboarding, type OnboardingCase } from './use-onboarding.ts'

/** The way to the provider's page. Where its address is out of time it is made anew on the way. */
export function ProviderLink({ found, primary }: { found: OnboardingCase; primary: boolean }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(beginOnboarding, { refreshes: ofOnboarding })
  const { channel_key: psp, action_url: address, expires_at: until } = found
  const name = isolated(found.channel_name)
  const good = isPage(address) && (until === null || momentOf(until).getTime() > Date.now())
  const again = async () => {
    const outcome = await act({ path: { psp }, query: {} })
    if (outcome.ok) goToProvider(outcome.answer.action_url)
  }
  const label = t(($) => $.onboarding.goTo, { name })
  const look = { variant: primary ? 'filled' : 'default', rightSection: <Icon name="open" size={14} /> } as const
  return (
    <p className={styles['go']}>
      {good ? (
        <Button component="a" href={address} {...look}>
          {label}
        </Button>
      ) : (
        <Offered rule="paymentChannels">
          <Button loading={pending} onClick={() => void again()} {...look}>
            {label}
          </Button>
        </Offered>
      )}
    </p>
  )
}
