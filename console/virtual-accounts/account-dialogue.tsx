import { Modal, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  closeVirtualAccount, depositTestMoney, listVirtualAccounts, readPayIn, updateVirtualAccount, type VirtualAccount,
} from '#contract/virtual-accounts.ts' // prettier-ignore
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { QrPart } from '#console/kit/details/share-parts.tsx'
import { AmountInput, amountNumber } from '#console/kit/form/amount-input.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { toastSuccess } from '#console/kit/ui/toast.ts'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { EnterDeposit } from './enter-deposit.tsx'
import styles from './virtual-accounts.module.css'

export type AccountAct = 'payIn' | 'testMoney' | 'enter' | 'warn' | 'close'
interface OfAccount {
  account: VirtualAccount
  onClose: () => void
}

/** The dialogue of an act on an account. */
export function AccountDialogue({ act, ...of }: OfAccount & { act: AccountAct }): ReactNode {
  if (act === 'payIn') return <PayIn {...of} />
  if (act === 'testMoney') return <TestMoney {...of} />
  if (act === 'enter') return <EnterDeposit {...of} />
  return act === 'warn' ? <Warn {...of} /> : <Close {...of} />
}

/** What a payer enters, and the same as a QR code. */
function PayIn({ account, onClose }: OfAccount): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  const payIn = useCall(readPayIn, { path: { account: account.account_no }, query: {} })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.virtualAccounts.acts.payIn)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <div className={dialogue['body']}>
        {payIn.data ? (
          <>
            <p>{t(($) => $.virtualAccounts.payInText)}</p>
            <pre className={styles['payIn']} dir="ltr">
              {payIn.data.text}
            </pre>
            <div>
              <CopyButton text={payIn.data.text} label={t(($) => $.virtualAccounts.copy)} />
            </div>
            <QrPart title={t(($) => $.virtualAccounts.qrCode)} code={payIn.data.qr_code} name={account.account_no} />
          </>
        ) : (
          <Unanswered query={payIn} lines={4} />
        )}
      </div>
    </Modal>
  )
}

function TestMoney({ account, onClose }: OfAccount): ReactNode {
  const { t } = useTranslation()
  const { account_no, currency } = account
  const callForm = useCallForm(depositTestMoney, {
    initial: { amount: '', payer: '' },
    path: { account: account_no },
    toBody: ({ amount, payer }) => ({ currency, amount: amountNumber(amount), payer }),
    refreshes: [listVirtualAccounts],
    quiet: true,
    onDone: () => {
      toastSuccess(t(($) => $.virtualAccounts.testMoneySent))
      onClose()
    },
  })
  const { form } = callForm
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.virtualAccounts.acts.testMoney)}
      submit={t(($) => $.virtualAccounts.deposit)}
      onClose={onClose}
    >
      <p>{t(($) => $.virtualAccounts.testMoneyText)}</p>
      <AmountInput label={wireWord('columns', 'amount')} currency={currency} {...form.getInputProps('amount')} />
      <TextInput label={wireWord('columns', 'payer')} autoComplete="off" {...form.getInputProps('payer')} />
    </FormDialogue>
  )
}

/** Below which amount people are told. */
function Warn({ account, onClose }: OfAccount): ReactNode {
  const { t } = useTranslation()
  const { account_no, currency, low_amount } = account
  const callForm = useCallForm(updateVirtualAccount, {
    initial: { low_amount: low_amount === null ? '' : String(low_amount) },
    path: { account: account_no },
    toBody: (values) => ({ currency, low_amount: amountNumber(values.low_amount) }),
    refreshes: [listVirtualAccounts],
    onDone: onClose,
  })
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.virtualAccounts.acts.warn)}
      submit={t(($) => $.virtualAccounts.save)}
      onClose={onClose}
    >
      <p>{t(($) => $.virtualAccounts.warnText)}</p>
      <AmountInput
        label={t(($) => $.virtualAccounts.warning)}
        currency={currency}
        {...callForm.form.getInputProps('low_amount')}
      />
    </FormDialogue>
  )
}

function Close({ account, onClose }: OfAccount): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(closeVirtualAccount, { refreshes: [listVirtualAccounts] })
  return (
    <Confirm
      title={t(($) => $.virtualAccounts.closeTitle)}
      confirm={t(($) => $.virtualAccounts.acts.close)}
      danger
      pending={pending}
      onConfirm={() => void act({ path: { account: account.account_no }, body: {} }).then(({ ok }) => ok && onClose())}
      onClose={onClose}
    >
      {t(($) => $.virtualAccounts.closeText)}
    </Confirm>
  )
}
