import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { calculateFee } from '#contract/fee-plans.ts'
import { feeTypes } from '#contract/fee-shapes.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { currencyOf, environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { CountrySelect } from '#console/kit/form/choice-inputs.tsx'
import { westernDecimal } from '#console/kit/form/decimal.ts'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { sumOfTexts } from '../../fees/decimal-sums.ts'
import { formulaSteps } from '../../fees/formula-steps.ts'
import { Steps } from '../../fees/steps.tsx'
import { useChannels } from '../../fees/channels.ts'
import styles from './fees-tab.module.css'
import { AnyCurrencySelect, UnitInput, MethodInput } from './inputs.tsx'
import { conditionsWords, termsWords } from './plan-words.ts'

type Calculated = WireOutput<typeof calculateFee>

/** What a transaction would cost now, by which plan, and which others gave way to it. */
export function Calculator({ channel }: { channel: string }): ReactNode {
  const { t } = useTranslation()
  const { choices } = useChannels()
  const user = useUser()
  const environment = environmentOf(user)
  const [result, setResult] = useState<Calculated | null>(null)
  const { form, onSubmit, pending, failure } = useCallForm(calculateFee, {
    initial: {
      payment_channel_key: channel, txn_type: 'payment', payment_method: '', payment_sub_type: '', country: '', months: '',
      currency: currencyOf(user) as string, amount: '100', delivery: '', discount: '',
    }, // prettier-ignore
    toBody: ({ amount, delivery, discount, months, ...values }) => ({
      environment,
      ...values,
      amount: westernDecimal(amount),
      ...(delivery.trim() !== '' && { delivery: westernDecimal(delivery) }),
      ...(discount.trim() !== '' && { discount: westernDecimal(discount) }),
      ...(months.trim() !== '' && { months: Number(westernDecimal(months) || Number.NaN) }),
    }),
    onDone: ({ answer }) => setResult(answer),
  })
  const field = (name: 'payment_channel_key' | 'txn_type' | 'payment_method' | 'payment_sub_type' | 'country' | 'months' | 'currency') => ({
    label: t(($) => $.reconFees.fields[name]),
    ...form.getInputProps(name),
  })
  return (
    <Section title={t(($) => $.reconFees.calculator)}>
      <p className={styles['hint']}>{t(($) => $.reconFees.calculatorText)}</p>
      <form noValidate className={styles['calculator']} onSubmit={onSubmit}>
        <div className={styles['row']}>
          <NativeSelect {...field('payment_channel_key')} required data={[{ value: '', label: t(($) => $.reconFees.chooseChannel) }, ...choices]} />
          <UnitInput label={t(($) => $.columns.amount)} required unit={form.values.currency} {...form.getInputProps('amount')} />
          <UnitInput label={t(($) => $.reconFees.stated.delivery)} unit={form.values.currency} {...form.getInputProps('delivery')} />
          <UnitInput label={t(($) => $.reconFees.stated.discount)} unit={form.values.currency} {...form.getInputProps('discount')} />
          <AnyCurrencySelect {...field('currency')} required onChange={(code) => form.setFieldValue('currency', code ?? '')} />
          <NativeSelect {...field('txn_type')} data={feeTypes.map((value) => ({ value, label: codeWord('feeTypes', value) }))} />
          <MethodInput {...field('payment_method')} placeholder={t(($) => $.reconFees.any)} />
          <TextInput {...field('payment_sub_type')} placeholder={t(($) => $.reconFees.any)} maxLength={60} />
          <CountrySelect {...field('country')} placeholder={t(($) => $.reconFees.any)} onChange={(code) => form.setFieldValue('country', code ?? '')} />
          <TextInput {...field('months')} dir="ltr" inputMode="numeric" />
        </div>
        {failure && <FormFailure error={failure} />}
        <Button type="submit" variant="default" loading={pending}>
          {t(($) => $.reconFees.calculate)}
        </Button>
      </form>
      <div aria-live="polite">{result && <Result of={result} currency={result.formula?.currency ?? ''} />}</div>
    </Section>
  )
} // prettier-ignore

function Result({ of: { plan, formula, missing, passed_over: others }, currency }: { of: Calculated; currency: string }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (!plan) return <p>{t(($) => $.reconFees.noPlanFits)}</p>
  if (!formula)
    return (
      <>
        <p>
          <strong>{conditionsWords(plan, language)}</strong>: {termsWords(plan, language)}
        </p>
        {missing.map((name) => (
          <p key={name}>{t(($) => $.reconFees.amountMissing[name])}</p>
        ))}
      </>
    )
  return (
    <div className={styles['result']}>
      <p>
        <strong>{conditionsWords(plan, language)}</strong>: {termsWords(plan, language)}
      </p>
      <Steps
        steps={[
          ...formulaSteps(formula, currency, language),
          { what: t(($) => $.reconFees.steps.expected), amount: formula.tax_included ? formula.fee : sumOfTexts([formula.fee, formula.tax]), currency, total: true },
        ]}
      />
      {others.length > 0 && (
        <>
          <p>{t(($) => $.reconFees.passedOver)}</p>
          <ul>
            {others.map((other) => (
              <li key={other.uuid}>
                {conditionsWords(other, language)}: {termsWords(other, language)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
} // prettier-ignore
