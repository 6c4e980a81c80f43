import '@mantine/core/styles/NumberInput.css'
import { Button, NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readWaitingTime, updateWaitingTime } from '#contract/beneficiaries.ts'
import { limits } from '#contract/limits.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useNeedsFactor } from '#console/kit/auth/needs-factor.tsx'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import styles from './settings.module.css'

/** How long nothing is paid to a new or changed account: a section of the settings of payouts. */
export function WaitingTime(): ReactNode {
  const { t } = useTranslation()
  const query = useCall(readWaitingTime, { query: { environment: environmentOf(useUser()) } })
  return (
    <Section title={t(($) => $.beneficiaries.waitingTitle)}>
      <p className={styles['about']}>{t(($) => $.beneficiaries.waitingText, { most: limits.accountWaitHoursMost })}</p>
      {query.data ? <Hours key={query.data.hours} hours={query.data.hours} /> : <Unanswered query={query} lines={2} />}
    </Section>
  )
}

function Hours({ hours }: { hours: number }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const needsFactor = useNeedsFactor()
  const denied = useDenied('payoutCustodians')
  const isClosed = denied !== null || needsFactor
  const { form, onSubmit, pending, failure } = useCallForm(updateWaitingTime, {
    initial: { hours },
    toBody: (values) => ({ hours: Number(values.hours), environment }),
    refreshes: [readWaitingTime],
    onDone: () => undefined,
  })
  return (
    <form noValidate className={styles['hours']} onSubmit={onSubmit}>
      <NumberInput
        label={t(($) => $.beneficiaries.waitingHours)}
        min={0}
        max={limits.accountWaitHoursMost}
        allowDecimal={false}
        disabled={isClosed}
        {...form.getInputProps('hours')}
      />
      <Button type="submit" variant="default" loading={pending} disabled={isClosed}>
        {t(($) => $.beneficiaries.save)}
      </Button>
      <WhyNot rule="payoutCustodians" />
      {failure && <FormFailure error={failure} />}
    </form>
  )
}
