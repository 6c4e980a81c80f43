import { ActionIcon, Button, MultiSelect, type SelectProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currencyCodes } from '#contract/kit/money.ts'
import { payMethodSources } from '#contract/merchants.ts'
import { methods, offeredMethods } from '#contract/methods.ts'
import { languages } from '#i18n/languages.ts'
import { currencyOf, useUser } from '#console/kit/auth/session.ts'
import { AmountInput } from '#console/kit/form/amount-input.tsx'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { countryChoices, currencyChoices, weekdayName } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ChosenSelect } from './chosen-select.tsx'
import styles from './routing.module.css'
import { wayValue, type RuleValues } from './rule-values.ts'
import { hourName, methodName } from './rule-words.ts'

type Form = UseFormReturnType<RuleValues>

/** The conditions of a rule. An empty field holds for every payment. */
export function ConditionFields({ form }: { form: Form }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const timeZone = useTimeZone()
  const several = {
    searchable: true,
    clearable: true,
    hidePickedOptions: true,
    nothingFoundMessage: t(($) => $.list.noMatchTitle),
  }
  const placeholder = (list: readonly string[]) => (list.length === 0 ? { placeholder: t(($) => $.routing.any) } : {})
  const { values } = form
  return (
    <>
      <p className={`wide ${styles['hint']}`}>{t(($) => $.routing.conditionsHint)}</p>
      <MultiSelect
        label={t(($) => $.routing.labels.currencies)}
        data={currencyChoices(language)}
        {...several}
        {...placeholder(values.currencies)}
        {...form.getInputProps('currencies')}
      />
      <MultiSelect
        label={t(($) => $.routing.labels.countries)}
        data={countryChoices(language)}
        {...several}
        {...placeholder(values.countries)}
        {...form.getInputProps('countries')}
      />
      <MultiSelect
        label={t(($) => $.routing.labels.methods)}
        data={wayChoices()}
        {...several}
        {...placeholder(values.ways)}
        {...form.getInputProps('ways')}
      />
      <MultiSelect
        label={t(($) => $.routing.labels.sources)}
        data={payMethodSources.map((value) => ({ value, label: t(($) => $.routing.sources[value]) }))}
        {...several}
        {...placeholder(values.sources)}
        {...form.getInputProps('sources')}
      />
      <Bounds form={form} />
      <Weekdays form={form} />
      <HourSelect
        label={t(($) => $.routing.labels.fromHour)}
        hours={[0, 23]}
        placeholder={t(($) => $.routing.any)}
        {...form.getInputProps('from_hour')}
      />
      <HourSelect
        label={t(($) => $.routing.labels.toHour)}
        hours={[0, 24]}
        placeholder={t(($) => $.routing.any)}
        description={t(($) => $.routing.hoursHint, { zone: timeZone })}
        {...form.getInputProps('to_hour')}
      />
    </>
  )
}

/** Every method, each followed by its ways to pay. */
const wayChoices = () =>
  offeredMethods.flatMap((type) => {
    const subTypes = Object.keys(methods[type].subTypes).filter(Boolean)
    return [
      { value: type, label: wireWord('methods', type) },
      ...subTypes.map((subType) => ({ value: wayValue(type, subType), label: methodName(type, subType) })),
    ]
  })

interface HourSelectProps extends SelectProps {
  /** The first and the last hour that can be chosen. */
  hours: readonly [number, number]
}
const HourSelect = ({ hours: [first, last], ...props }: HourSelectProps): ReactNode => (
  <ChosenSelect
    {...props}
    data={Array.from({ length: last - first + 1 }, (_, at) => ({
      value: String(first + at),
      label: hourName(first + at),
    }))}
  />
)

/** The weekdays as seven buttons, in the order of the language's week. */
function Weekdays({ form }: { form: Form }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { weekdays } = form.values
  const first = languages[language].firstDayOfWeek || 7
  const days = Array.from({ length: 7 }, (_, at) => String(((first - 1 + at) % 7) + 1))
  const toggle = (day: string) =>
    form.setFieldValue('weekdays', weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day])
  return (
    <fieldset className={`wide ${styles['days']}`}>
      <legend>{t(($) => $.routing.labels.weekdays)}</legend>
      {days.map((day) => (
        <button
          key={day}
          type="button"
          aria-pressed={weekdays.includes(day)}
          title={weekdayName(Number(day), language)}
          onClick={() => toggle(day)}
        >
          {weekdayName(Number(day), language, 'short')}
        </button>
      ))}
    </fieldset>
  )
}

/** A smallest and a largest amount in each currency that is named. */
function Bounds({ form }: { form: Form }): ReactNode {
  const { t } = useTranslation()
  const own = currencyOf(useUser())
  const { amount, currencies } = form.values
  const possible = currencies.length > 0 ? currencies : currencyCodes
  const left = possible.filter((code) => amount.every(({ currency }) => currency !== code))
  const add = () => {
    const currency = left.includes(own) ? own : left[0]
    if (currency) form.insertListItem('amount', { currency, min: '', max: '' })
  }
  return (
    <fieldset className={`wide ${styles['bounds']}`}>
      <legend>{t(($) => $.routing.labels.amount)}</legend>
      {amount.map(({ currency }, at) => (
        <div key={currency} className={styles['bound']} role="group" aria-label={currency}>
          <CurrencySelect label={t(($) => $.columns.currency)} {...form.getInputProps(`amount.${at}.currency`)} />
          <AmountInput label={t(($) => $.list.least)} currency={currency} {...form.getInputProps(`amount.${at}.min`)} />
          <AmountInput label={t(($) => $.list.most)} currency={currency} {...form.getInputProps(`amount.${at}.max`)} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t(($) => $.routing.removeBounds, { currency })}
            onClick={() => form.removeListItem('amount', at)}
          >
            <Icon name="close" />
          </ActionIcon>
        </div>
      ))}
      {left.length > 0 && (
        <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={add}>
          {t(($) => $.routing.addBounds)}
        </Button>
      )}
    </fieldset>
  )
}
