import { Button, Select } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { payMethodSources } from '#contract/merchants.ts'
import { ways, type OfferedMethod } from '#contract/methods.ts'
import { tryRoute } from '#contract/routing.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { currencyOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { AmountInput, amountNumber } from '#console/kit/form/amount-input.tsx'
import { CountrySelect, CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ChosenSelect } from './chosen-select.tsx'
import styles from './routing.module.css'
import { bodyOf, wayValue, type RuleValues } from './rule-values.ts'
import { weekdayName } from '#console/kit/i18n/names.ts'
import { hourName, methodName } from './rule-words.ts'
import { TriedPayment } from './tried-payment.tsx'

interface TryPaymentProps {
  draft: RuleValues
  /** The rule that the draft is of; null for a new one. */
  rule: RoutingRule | null
}

/** Asks which channel would take a payment if the rule were as it is typed. Nothing is saved. */
export function TryPayment({ draft, rule }: TryPaymentProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const drafted = JSON.stringify(draft)
  const [tried, setTried] = useState<{ drafted: string; answer: WireOutput<typeof tryRoute> } | null>(null)
  const { form, onSubmit, pending, failure } = useCallForm(tryRoute, {
    initial: {
      amount: '',
      currency: currencyOf(user),
      country: user.country,
      way: 'CARD INT_CREDIT_DEBIT_CARD',
      source: 'payment_link',
      weekday: '',
      hour: '',
    },
    toBody: ({ amount, currency, country, way, source, weekday, hour }) => {
      const [type = '', sub_type = ''] = way.split(' ')
      return {
        amount: amountNumber(amount),
        currency,
        country,
        type: type as OfferedMethod,
        sub_type,
        source,
        ...(weekday && { weekday: Number(weekday) }),
        ...(hour && { hour: Number(hour) }),
        ...(rule && { routing_ref: rule.routing_ref }),
        draft: { ...bodyOf(draft), name: draft.name.trim() || t(($) => $.routing.newRule) },
      }
    },
    blanks: 'sent',
    fieldOf: (path) => (/^(type|sub_type)$/.test(path) ? 'way' : path.replace(/^draft\..*/, 'draft')),
    quiet: true,
    onDone: ({ answer }) => setTried({ drafted, answer }),
  })
  const { getInputProps, values } = form
  const now = t(($) => $.routing.now)
  return (
    <Section title={t(($) => $.routing.tryTitle)}>
      {draft.channels.length === 0 ? (
        <p className={styles['hint']}>{t(($) => $.routing.tryWithoutChannel)}</p>
      ) : (
        <form noValidate className={styles['try']} onSubmit={onSubmit}>
          <AmountInput label={t(($) => $.columns.amount)} currency={values.currency} {...getInputProps('amount')} />
          <CurrencySelect label={t(($) => $.columns.currency)} {...getInputProps('currency')} />
          <CountrySelect label={t(($) => $.columns.country)} {...getInputProps('country')} />
          <Select
            label={t(($) => $.routing.labels.way)}
            data={ways.map(({ type, subType }) => ({
              value: wayValue(type, subType),
              label: methodName(type, subType),
            }))}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t(($) => $.list.noMatchTitle)}
            {...getInputProps('way')}
          />
          <Select
            label={t(($) => $.routing.labels.source)}
            data={payMethodSources.map((value) => ({ value, label: t(($) => $.routing.sources[value]) }))}
            allowDeselect={false}
            {...getInputProps('source')}
          />
          <div className={styles['when']}>
            <ChosenSelect
              label={t(($) => $.routing.labels.weekday)}
              placeholder={now}
              data={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day, language) }))}
              {...getInputProps('weekday')}
            />
            <ChosenSelect
              label={t(($) => $.routing.labels.hour)}
              placeholder={now}
              data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourName(hour) }))}
              {...getInputProps('hour')}
            />
          </div>
          {form.errors['draft'] ? (
            <p role="alert" className={styles['wrong']}>
              {t(($) => $.routing.tryWrongRule)}
            </p>
          ) : (
            failure && <FormFailure error={failure} />
          )}
          <Button type="submit" variant="default" loading={pending}>
            {t(($) => $.routing.try)}
          </Button>
        </form>
      )}
      <div role="status">{tried?.drafted === drafted && <TriedPayment tried={tried.answer} />}</div>
    </Section>
  )
}
