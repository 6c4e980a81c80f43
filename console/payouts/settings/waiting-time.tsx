import { Button, NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readWaitingTime, updateWaitingTime } from '#contract/beneficiaries.ts'
import { limits } from '#contract/limits.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/list-screen.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import styles from './settings.module.css'

/** How long nothing is paid to an account that is new or was changed. For who may see payouts. */
export function WaitingTime(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const query = useCall(readWaitingTime, { query: { environment: environmentOf(user) } })
  const mayEdit = useDenied(updateWaitingTime.access) === null && user.is_2fa_enabled
  return (
    <Section title={t(($) => $.waitingTime.title)}>
      <p className={styles['about']}>{t(($) => $.waitingTime.about)}</p>
      {!query.data ? (
        <Unanswered query={query} lines={1} />
      ) : mayEdit ? (
        <WaitingForm key={query.data.hours} hours={query.data.hours} />
      ) : (
        <p>{t(($) => $.waitingTime.hours, { count: query.data.hours })}</p>
      )}
    </Section>
  )
}

function WaitingForm({ hours }: Pick<WireOutput<typeof readWaitingTime>, 'hours'>): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { form, onSubmit, pending, failure } = useCallForm(updateWaitingTime, {
    initial: { hours: String(hours) },
    toBody: (values) => ({ environment, hours: values.hours.trim() === '' ? Number.NaN : Number(values.hours) }),
    refreshes: [readWaitingTime],
    onDone: () => {},
  })
  const { onChange, ...input } = form.getInputProps('hours') as {
    value: string
    error?: ReactNode
    onChange: (value: string) => void
  }
  return (
    <form noValidate className={styles['form']} onSubmit={onSubmit}>
      <NumberInput
        label={t(($) => $.waitingTime.label)}
        min={0}
        max={limits.accountWaitHoursMost}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        {...input}
        onChange={(value) => onChange(String(value))}
      />
      {failure && <FormFailure error={failure} />}
      <div className={dialogue['buttons']}>
        <Button type="submit" loading={pending} disabled={!form.isDirty()}>
          {t(($) => $.settings.save)}
        </Button>
      </div>
    </form>
  )
}
