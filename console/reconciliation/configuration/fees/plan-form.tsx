import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createFeePlans, listFeePlans, saveFoodtechPlan, updateFeePlans } from '#contract/fee-plans.ts'
import { feeRoundings, feeTypes, type FeePlan } from '#contract/fee-shapes.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { CountrySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { useChannels } from '../../fees/channels.ts'
import styles from './fees-tab.module.css'
import { AnyCurrencySelect, UnitInput, MethodInput } from './inputs.tsx'
import { Overlap } from './overlap.tsx'
import { PartFields } from './part-fields.tsx'
import { emptyPlan, termsBody, type PlanStart, type PlanValues } from './plan-values.ts'

interface PlanFormProps {
  start: PlanStart
  /** Those that are there, of which one may overlap. */
  plans: readonly FeePlan[]
  onClose: () => void
}
const fieldOf = (path: string) => path.replace(/^(charge_config|record)\./, '')

/** A plan with all its terms: what it holds for, what it charges, and from when to when. */
export function PlanForm({ start, plans, onClose }: PlanFormProps): ReactNode {
  const { t } = useTranslation()
  const { choices } = useChannels()
  const timeZone = useTimeZone()
  const environment = environmentOf(useUser())
  const { uuid, isNew, used = false, ...given } = start
  const initial: PlanValues = { ...emptyPlan, ...given }
  const isParts = initial.components.length > 0
  const call = isParts ? saveFoodtechPlan : isNew ? createFeePlans : updateFeePlans
  const callForm = useCallForm(call, {
    initial,
    toBody: (values) => {
      const terms = termsBody(values, isNew)
      if (isParts) return { environment, record: { ...(uuid && { uuid }), ...terms } }
      return { environment, charge_config: { ...(isNew ? { payment_channel_key: values.payment_channel_key } : { uuid }), ...terms } }
    },
    blanks: 'sent',
    ...(isParts && { path: { pc: initial.payment_channel_key } }),
    fieldOf,
    refreshes: [listFeePlans],
    onDone: onClose,
  })
  const { form, failure } = callForm
  const { values } = form
  const field = (name: Exclude<keyof PlanValues, 'components' | 'tax_included' | 'enabled'>) => ({ label: t(($) => $.reconFees.fields[name]), ...form.getInputProps(name) })
  const money = { unit: values.currency }
  return (
    <FormDialogue
      {...callForm}
      size="lg"
      title={isNew ? t(($) => (isParts ? $.reconFees.addParts : $.reconFees.addPlan)) : t(($) => $.reconFees.changePlan)}
      submit={t(($) => $.reconFees.savePlan)}
      onClose={onClose}
    >
      {used && <p className={styles['hint']}>{t(($) => $.reconFees.usedHint)}</p>}
      <FormSection title={t(($) => $.reconFees.holdsFor)}>
        <NativeSelect {...field('payment_channel_key')} required disabled={!isNew || isParts} data={[{ value: '', label: t(($) => $.reconFees.chooseChannel) }, ...choices]} />
        <NativeSelect {...field('txn_type')} disabled={!isNew} data={feeTypes.map((value) => ({ value, label: codeWord('feeTypes', value) }))} />
        <MethodInput {...field('payment_method')} description={t(($) => $.reconFees.methodHint)} placeholder={t(($) => $.reconFees.any)} />
        <TextInput {...field('payment_sub_type')} description={t(($) => $.reconFees.subTypeHint)} placeholder={t(($) => $.reconFees.any)} maxLength={60} />
        <AnyCurrencySelect {...field('currency')} description={t(($) => $.reconFees.currencyHint)} placeholder={t(($) => $.reconFees.any)} onChange={(code) => form.setFieldValue('currency', code ?? '')} />
        <CountrySelect {...field('country')} description={t(($) => $.reconFees.countryHint)} placeholder={t(($) => $.reconFees.any)} onChange={(code) => form.setFieldValue('country', code ?? '')} />
        <UnitInput {...field('amount_from')} {...money} description={t(($) => $.reconFees.fromHint)} />
        <UnitInput {...field('amount_to')} {...money} description={t(($) => $.reconFees.toAmountHint)} />
        <TextInput {...field('months')} description={t(($) => $.reconFees.monthsHint)} dir="ltr" inputMode="numeric" />
      </FormSection>
      {isParts ? (
        <PartFields form={form} />
      ) : (
        <FormSection title={t(($) => $.reconFees.charges)}>
          <UnitInput {...field('percent_fee')} unit="%" required />
          <UnitInput {...field('flat_fee')} {...money} />
          <UnitInput {...field('minimum_fee')} {...money} description={t(($) => $.reconFees.minimumHint)} />
          <UnitInput {...field('tax_percentage')} unit="%" />
          <Checkbox className={styles['whole'] ?? ''} label={t(($) => $.reconFees.fields.tax_included)} description={t(($) => $.reconFees.taxIncludedHint)} {...form.getInputProps('tax_included', { type: 'checkbox' })} />
        </FormSection>
      )}
      <FormSection title={t(($) => $.reconFees.validity)} folded={isNew}>
        <MomentInput {...field('valid_from')} description={t(($) => $.reconFees.validFromHint)} timeZone={timeZone} />
        <MomentInput {...field('valid_to')} description={t(($) => $.reconFees.validToHint)} timeZone={timeZone} />
        <NativeSelect {...field('rounding')} data={feeRoundings.map((value) => ({ value, label: t(($) => $.reconFees.roundings[value]) }))} />
        <TextInput {...field('settlement_days')} description={t(($) => $.reconFees.settlementHint)} dir="ltr" inputMode="numeric" />
        <Checkbox className={styles['whole'] ?? ''} label={t(($) => $.reconFees.fields.enabled)} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </FormSection>
      <Overlap failure={failure} plans={plans} />
    </FormDialogue>
  )
} // prettier-ignore
