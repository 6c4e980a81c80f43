import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { enterDeposit, listDeposits } from '#contract/deposits.ts'
import { listVirtualAccounts, type VirtualAccount } from '#contract/virtual-accounts.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { AmountInput, amountNumber } from '#console/kit/form/amount-input.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { inUtc, MomentInput } from '#console/kit/form/moment-input.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { toastSuccess } from '#console/kit/ui/toast.ts'

/** The form of a deposit that no channel tells of. Another custodian confirms it. */
export function EnterDeposit({ account, onClose }: { account: VirtualAccount; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const { time_zone: zone } = useUser()
  const { account_no, currency } = account
  const callForm = useCallForm(enterDeposit, {
    initial: { amount: '', deposit_ref: '', payer: '', came_at: '', reason: '', evidence: '' },
    toBody: ({ amount, came_at, ...values }) => ({
      ...values,
      account_no,
      currency,
      amount: amountNumber(amount),
      came_at: came_at && inUtc(came_at, zone),
    }),
    refreshes: [listVirtualAccounts, listDeposits],
    onDone: () => {
      toastSuccess(t(($) => $.deposits.asked))
      onClose()
    },
  })
  const { form } = callForm
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.virtualAccounts.acts.enter)}
      submit={t(($) => $.deposits.ask)}
      onClose={onClose}
    >
      <p>{t(($) => $.deposits.enterText)}</p>
      <AmountInput label={wireWord('columns', 'amount')} currency={currency} {...form.getInputProps('amount')} />
      <TextInput
        label={wireWord('columns', 'deposit_ref')}
        dir="ltr"
        autoComplete="off"
        {...form.getInputProps('deposit_ref')}
      />
      <TextInput label={wireWord('columns', 'payer')} autoComplete="off" {...form.getInputProps('payer')} />
      <MomentInput label={wireWord('columns', 'came_at')} timeZone={zone} {...form.getInputProps('came_at')} />
      <Grounds form={form} />
    </FormDialogue>
  )
}

interface GroundsProps {
  form: { getInputProps: (name: 'reason' | 'evidence') => object }
}
/** Why, and by what it can be seen. */
export function Grounds({ form }: GroundsProps): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <Textarea label={t(($) => $.deposits.reason)} autosize maxLength={500} {...form.getInputProps('reason')} />
      <Textarea
        label={t(($) => $.deposits.evidence)}
        description={t(($) => $.deposits.evidenceHint)}
        autosize
        maxLength={500}
        {...form.getInputProps('evidence')}
      />
    </>
  )
}
