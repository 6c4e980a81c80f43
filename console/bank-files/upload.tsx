import { Button, FileButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readBankFiles, uploadBankAnswer, type BankAnswer } from '#contract/bank-files.ts'
import { listDeposits } from '#contract/deposits.ts'
import { listPayouts } from '#contract/payouts.ts'
import { listVirtualAccounts } from '#contract/virtual-accounts.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { acceptOf, SheetFault } from '#console/kit/ui/sheet.tsx'

/** Where the bank's answers are brought. */
export function Upload({ onAnswer }: { onAnswer: (answer: BankAnswer) => void }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const [fault, setFault] = useState('')
  const { act, pending } = useAction(uploadBankAnswer, {
    refreshes: [readBankFiles, listPayouts, listVirtualAccounts, listDeposits],
  })
  const upload = async (file: File) => {
    setFault('')
    const outcome = await act({ file, body: { environment: environmentOf(user) } })
    if (outcome.ok) return onAnswer(outcome.answer)
    const [error] = outcome.error.errors
    setFault(error ? fieldText(error) : failureText(outcome.error))
  }
  return (
    <Offered rule="payoutCustodians">
      <FileButton onChange={(file) => file && void upload(file)} accept={acceptOf(uploadBankAnswer.file.endings)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<Icon name="upload" />} loading={pending}>
            {t(($) => $.bankFiles.upload)}
          </Button>
        )}
      </FileButton>
      <SheetFault fault={fault} />
    </Offered>
  )
}
