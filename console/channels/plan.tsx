import { Button, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import { updateChannelMethods } from '#contract/channels.ts'
import type { PayMethod } from '#contract/channel-shapes.ts'
import type { Currency } from '#contract/kit/money.ts'
import { planMonths } from '#contract/methods.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { currencyOf, useUser } from '#console/kit/auth/session.ts'
import { AmountInput, amountNumber } from '#console/kit/form/amount-input.tsx'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { westernDecimal } from '#console/kit/form/decimal.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import form from '#console/kit/form/form.module.css'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { toastFailure } from '#console/kit/ui/toast.ts'
import styles from './channels.module.css'
import { ofWays } from './way-switch.tsx'

type Plan = PayMethod['instalments'][number]
interface EditPlanProps {
  channelKey: string
  plans: readonly Plan[]
  /** Which of the plans; past the last one for a new plan. */
  place: number
  onClose: () => void
}

/** The form of one instalment plan. The plans of a channel are saved together. */
export function EditPlan({ channelKey, plans, place, onClose }: EditPlanProps): ReactNode {
  const { t } = useTranslation()
  const currency = currencyOf(useUser())
  const before = plans[place]
  const {
    form: fields,
    onSubmit,
    pending,
    failure,
  } = useCallForm(updateChannelMethods, {
    initial: valuesOf(before, currency),
    path: { channelKey },
    toBody: (values) => ({ instalments: plans.toSpliced(place, 1, planOf(values)) }),
    // An empty bank means any.
    blanks: 'sent',
    fieldOf: (path) => path.replace(new RegExp(`^instalments\\.${place}\\.`), ''),
    refreshes: ofWays,
    onDone: onClose,
  })
  const { getInputProps, values } = fields
  return (
    <FormDialogue
      title={t(($) => $.payChannels.planTitle)}
      submit={t(($) => $.payChannels.save)}
      beside={before && <Remove {...{ channelKey, plans, place, onClose }} />}
      {...{ onSubmit, pending, failure, onClose }}
    >
      <div className={form['fields']}>
        <Select
          label={t(($) => $.payChannels.planMonths)}
          allowDeselect={false}
          data={[...new Set([...planMonths, Number(values.months)])].map((count) => ({
            value: String(count),
            label: t(($) => $.payChannels.months, { count }),
          }))}
          {...getInputProps('months')}
        />
        <CurrencySelect label={t(($) => $.columns.currency)} {...getInputProps('currency')} />
        <AmountInput
          label={t(($) => $.payChannels.planMinimum)}
          currency={values.currency}
          {...getInputProps('minimum')}
        />
        <DecimalInput
          label={t(($) => $.payChannels.planInterest)}
          placeholder="0"
          {...getInputProps('interest_percent')}
        />
        <Select
          label={t(($) => $.payChannels.payer)}
          allowDeselect={false}
          data={(['shopper', 'merchant'] as const).map((value) => ({
            value,
            label: t(($) => $.payChannels.payers[value]),
          }))}
          {...getInputProps('payer')}
        />
        <TextInput
          label={t(($) => $.payChannels.planBank)}
          description={t(($) => $.payChannels.planBankHint)}
          dir="ltr"
          autoComplete="off"
          maxLength={40}
          {...getInputProps('bank_code')}
        />
      </div>
    </FormDialogue>
  )
}

function Remove({ channelKey, plans, place, onClose }: EditPlanProps): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(updateChannelMethods, { refreshes: ofWays })
  const remove = async () => {
    const outcome = await act({ path: { channelKey }, body: { instalments: plans.toSpliced(place, 1) } })
    if (outcome.ok) onClose()
    else toastFailure(failureText(outcome.error), outcome.error.requestId)
  }
  return (
    <Button
      variant="subtle"
      color="gray"
      className={styles['start'] ?? ''}
      loading={pending}
      onClick={() => void remove()}
    >
      {t(($) => $.payChannels.removePlan)}
    </Button>
  )
}

const valuesOf = (plan: Plan | undefined, own: Currency) => ({
  months: String(plan?.months ?? planMonths[0]),
  currency: plan?.currency ?? own,
  minimum: plan?.minimum === null || plan === undefined ? '' : String(plan.minimum),
  interest_percent: plan?.interest_percent ?? '0',
  payer: plan?.is_merchant_sponsored ? ('merchant' as const) : ('shopper' as const),
  bank_code: plan?.bank_code ?? '',
})

const planOf = (values: ReturnType<typeof valuesOf>) => ({
  months: Number(values.months),
  currency: values.currency,
  minimum: amountNumber(values.minimum) ?? null,
  interest_percent: westernDecimal(values.interest_percent),
  is_merchant_sponsored: values.payer === 'merchant',
  bank_code: values.bank_code,
})
