import { NativeSelect, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listPayoutChannels } from '#contract/channels.ts'
import {
  accountConditions,
  createVirtualAccount,
  listVirtualAccounts,
  type AccountCondition,
} from '#contract/virtual-accounts.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { currencyOf, useUser } from '#console/kit/auth/session.ts'
import { AmountInput, amountNumber } from '#console/kit/form/amount-input.tsx'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/** The form of a new account. */
export function CreateAccount({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const own = currencyOf(useUser())
  const channels = useCall(listPayoutChannels, { query: {} })
  const offered = (channels.data ?? [])
    .filter(({ is_enabled }) => is_enabled)
    .map(({ key, name }) => ({ value: key, label: name }))
  const callForm = useCallForm(createVirtualAccount, {
    initial: {
      account_name: '',
      channel_key: '',
      currency: own,
      condition: 'NO_CONDITION' as AccountCondition,
      conditional_amount: '',
      low_amount: '',
    },
    toBody: ({ channel_key, conditional_amount, low_amount, ...values }) => ({
      ...values,
      channel_key: channel_key || (offered[0]?.value ?? ''),
      conditional_amount: values.condition === 'NO_CONDITION' ? undefined : amountNumber(conditional_amount),
      low_amount: amountNumber(low_amount),
    }),
    refreshes: [listVirtualAccounts],
    onDone: onClose,
  })
  const { form } = callForm
  const { currency, condition } = form.values
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.virtualAccounts.create)}
      submit={t(($) => $.virtualAccounts.create)}
      onClose={onClose}
    >
      <TextInput
        label={wireWord('columns', 'account_name')}
        description={t(($) => $.virtualAccounts.nameHint)}
        autoComplete="off"
        {...form.getInputProps('account_name')}
      />
      <Select
        label={wireWord('columns', 'channel_key')}
        data={offered}
        allowDeselect={false}
        {...form.getInputProps('channel_key')}
        value={form.values.channel_key || (offered[0]?.value ?? null)}
      />
      <CurrencySelect label={wireWord('columns', 'currency')} {...form.getInputProps('currency')} />
      <NativeSelect
        label={t(($) => $.virtualAccounts.condition)}
        description={t(($) => $.virtualAccounts.conditionHint)}
        data={accountConditions.map((value) => ({ value, label: wireWord('accountConditions', value) }))}
        {...form.getInputProps('condition')}
      />
      {condition !== 'NO_CONDITION' && (
        <AmountInput
          label={wireWord('columns', 'amount')}
          currency={currency}
          {...form.getInputProps('conditional_amount')}
        />
      )}
      <AmountInput
        label={t(($) => $.virtualAccounts.warning)}
        description={t(($) => $.virtualAccounts.warnText)}
        currency={currency}
        {...form.getInputProps('low_amount')}
      />
    </FormDialogue>
  )
}
