import { Button, MultiSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { simulatePayoutRules } from '#contract/payout-rules.ts'
import { currencyOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { AmountInput, amountNumber } from '#console/kit/form/amount-input.tsx'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Steps } from './steps.tsx'
import { ownCurrency, rulesBody, type Answer, type RulesValues } from './rule-values.ts'
import styles from './settings.module.css'

interface SimulatorProps {
  /** The rules as they are being changed; null while they are those in force. */
  draft: RulesValues | null
  people: Answer['people']
}
/** Who would have to let such a payout go, by the rules as they are typed. Nothing is saved. */
export function Simulator({ draft, people }: SimulatorProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const drafted = JSON.stringify(draft)
  const [tried, setTried] = useState<{ drafted: string; answer: WireOutput<typeof simulatePayoutRules> } | null>(null)
  const { form, onSubmit, pending, failure } = useCallForm(simulatePayoutRules, {
    initial: { amount: '', batch_total: '', currency: ownCurrency(currencyOf(user)), made_by: [] as string[] },
    toBody: ({ amount, batch_total, currency, made_by }) => ({
      amount: amountNumber(amount),
      batch_total: amountNumber(batch_total),
      currency,
      ...(made_by.length > 0 && { made_by }),
      ...(draft && { rules: rulesBody(draft) }),
    }),
    blanks: 'sent',
    fieldOf: (path) => path.replace(/^made_by\..*/, 'made_by').replace(/^rules\..*/, 'rules'),
    quiet: true,
    onDone: ({ answer }) => setTried({ drafted, answer }),
  })
  const { getInputProps, values } = form
  const makers = people.filter(({ rights }) => rights.length > 0)
  return (
    <Section title={t(($) => $.payoutRules.simulator)}>
      <p className={styles['about']}>{t(($) => $.payoutRules.simulatorAbout)}</p>
      <form noValidate className={styles['try']} onSubmit={onSubmit}>
        <AmountInput label={t(($) => $.columns.amount)} currency={values.currency} {...getInputProps('amount')} />
        <CurrencySelect label={t(($) => $.columns.currency)} {...getInputProps('currency')} />
        <AmountInput
          label={t(($) => $.payoutRules.batchTotal)}
          description={t(($) => $.payoutRules.batchTotalHint)}
          currency={values.currency}
          {...getInputProps('batch_total')}
        />
        <MultiSelect
          label={t(($) => $.payoutRules.madeBy)}
          data={makers.map(({ sub_user_id: value, name: label }) => ({ value, label }))}
          searchable
          {...getInputProps('made_by')}
        />
        {form.errors['rules'] ? (
          <p role="alert">{t(($) => $.payoutRules.wrongRules)}</p>
        ) : (
          failure && <FormFailure error={failure} />
        )}
        <Button type="submit" variant="default" loading={pending}>
          {t(($) => $.payoutRules.ask)}
        </Button>
      </form>
      <div role="status">{tried?.drafted === drafted && <Steps steps={tried.answer.steps} />}</div>
    </Section>
  )
}
