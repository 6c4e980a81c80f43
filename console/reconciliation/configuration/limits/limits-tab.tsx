import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import { readDecisionLimits, saveDecisionLimit } from '#contract/recon-proposals.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { westernDecimal } from '#console/kit/form/decimal.ts'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import styles from '../configuration.module.css'

/** The differences below which one person suffices, by currency. */
export function LimitsTab(): ReactNode {
  const { t } = useTranslation()
  const isDenied = useDenied('reconApprove') !== null
  const limits = useCall(readDecisionLimits, { query: { environment: environmentOf(useUser()) } })
  return (
    <Section title={t(($) => $.reconConfiguration.tabs.limits)} end={<WhyNot rule="reconApprove" />}>
      <p className={styles['about']}>{t(($) => $.reconConfiguration.limitsText)}</p>
      {limits.data ? (
        <SmallTable
          rows={limits.data}
          rowKey={({ currency }) => currency}
          nothing={t(($) => $.reconConfiguration.noLimits)}
          columns={[
            { name: 'currency', kind: 'text', place: 'head', cell: ({ currency }) => currency },
            { name: 'limit', title: t(($) => $.reconConfiguration.limit), kind: 'amount', place: 'value', cell: ({ amount, currency }) => <ExactAmount value={amount} currency={currency} /> },
            { name: 'saved_by', title: t(($) => $.reconConfiguration.savedBy), kind: 'text', place: 'line', cell: ({ saved_by: by, saved_at: at }) => <><bdi>{by}</bdi> · <Time at={at} zoned /></> },
          ]}
        />
      ) : (
        <Unanswered query={limits} lines={4} />
      )}
      {!isDenied && <NewLimit />}
    </Section>
  )
} // prettier-ignore

/** Sets the limit of a currency, also that of one which has another. */
function NewLimit(): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { form, onSubmit, pending, failure } = useCallForm(saveDecisionLimit, {
    initial: { currency: '', amount: '' },
    toBody: ({ currency, amount }) => ({
      environment,
      currency: currency.trim().toUpperCase(),
      amount: westernDecimal(amount),
    }),
    refreshes: [readDecisionLimits],
    onDone: () => form.reset(),
  })
  return (
    <form noValidate className={styles['foot']} onSubmit={onSubmit}>
      <TextInput label={t(($) => $.columns.currency)} dir="ltr" maxLength={3} {...form.getInputProps('currency')} />
      <DecimalInput label={t(($) => $.reconConfiguration.limit)} {...form.getInputProps('amount')} />
      <Button type="submit" variant="default" loading={pending}>
        {t(($) => $.reconConfiguration.saveLimit)}
      </Button>
      {failure && <FormFailure error={failure} />}
    </form>
  )
}
