import { ActionIcon, NativeSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { UseFormReturnType } from '@mantine/form'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listBeneficiaries } from '#contract/beneficiaries.ts'
import { limitKinds, limitPeriods } from '#contract/payout-limits.ts'
import { listVirtualAccounts } from '#contract/virtual-accounts.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { AmountInput } from '#console/kit/form/amount-input.tsx'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import type { LimitsAnswer, LimitsValues } from './limit-values.ts'
import type { Answer } from './rule-values.ts'
import styles from './settings.module.css'

interface FieldsProps {
  form: UseFormReturnType<LimitsValues>
  at: number
  people: Answer['people']
  /** Limits as they are kept, whose subjects are known by name. */
  known: LimitsAnswer['limits']
}
/** One limit: whose payouts, in which currency, and how much of one, of a day and of a month. */
export function LimitFields({ form, at, people, known }: FieldsProps): ReactNode {
  const { t } = useTranslation()
  const limit = form.values.limits[at]
  const [sought, setSought] = useState('')
  const subjects = useSubjects({ of: limit?.of ?? 'MAKER', people, sought })
  if (!limit) return null
  const path = `limits.${at}` as const
  const number = at + 1
  const named = known.find(({ of, subject }) => of === limit.of && subject === limit.subject && subject !== '')
  const choices = [
    { value: '', label: t(($) => $.payoutLimits.each) },
    ...(named && subjects.every(({ value }) => value !== named.subject)
      ? [{ value: named.subject, label: isolated(named.name) }]
      : []),
    ...subjects,
  ]
  return (
    <fieldset className={styles['rule']}>
      <legend>
        {t(($) => $.payoutLimits.limit, { number })}{' '}
        <ActionIcon
          variant="subtle"
          aria-label={t(($) => $.payoutLimits.remove, { number })}
          onClick={() => form.removeListItem('limits', at)}
        >
          <Icon name="close" />
        </ActionIcon>
      </legend>
      <div className={styles['row']}>
        <NativeSelect
          label={t(($) => $.payoutLimits.of)}
          data={limitKinds.map((value) => ({ value, label: t(($) => $.payoutLimits.kinds[value]) }))}
          {...form.getInputProps(`${path}.of`)}
          onChange={(event) =>
            form.setFieldValue(path, {
              ...limit,
              of: limitKinds.find((kind) => kind === event.currentTarget.value) ?? limit.of,
              subject: '',
            })
          }
        />
        <Select
          label={t(($) => $.payoutLimits.subject)}
          data={choices}
          searchable={limit.of === 'BENEFICIARY' || choices.length > 8}
          allowDeselect={false}
          onSearchChange={(text) => setSought(choices.some(({ label }) => label === text) ? '' : text)}
          {...form.getInputProps(`${path}.subject`)}
        />
        <CurrencySelect label={t(($) => $.columns.currency)} {...form.getInputProps(`${path}.currency`)} />
      </div>
      <div className={styles['row']}>
        {limitPeriods.map((period) => (
          <AmountInput
            key={period}
            label={t(($) => $.payoutLimits.periods[period])}
            currency={limit.currency}
            {...form.getInputProps(`${path}.${period}`)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Beneficiaries are looked for when typing pauses. */
const typingMs = 250
const beneficiariesAtOnce = 25

/** The accounts, people or beneficiaries that a limit can be of. */
function useSubjects({ of, people, sought }: { of: string; people: Answer['people']; sought: string }) {
  const environment = environmentOf(useUser())
  const [search] = useDebouncedValue(sought, typingMs)
  const accounts = useCall(listVirtualAccounts, { query: { environment } }, { enabled: of === 'ACCOUNT' })
  const beneficiaries = useCall(
    listBeneficiaries,
    { body: { environment, pagesize: beneficiariesAtOnce, ...(search ? { search } : {}) } },
    { enabled: of === 'BENEFICIARY', keepPrevious: true },
  )
  if (of === 'ACCOUNT')
    return (accounts.data ?? []).map(({ account_no: value, account_name: name }) => ({
      value,
      label: `${isolated(name)} ${isolatedLtr(value)}`,
    }))
  if (of === 'BENEFICIARY')
    return [...new Map((beneficiaries.data?.content ?? []).map((one) => [one.beneficiary_uuid, one.name]))].map(
      ([value, name]) => ({ value, label: isolated(name) }),
    )
  const right = of === 'APPROVER' ? 'approve' : 'make'
  return people
    .filter(({ rights }) => rights.includes(right))
    .map(({ sub_user_id: value, name }) => ({ value, label: isolated(name) }))
}
