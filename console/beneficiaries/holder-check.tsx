import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { checkAccountHolder } from '#contract/beneficiaries.ts'
import type { NameCheck } from '#contract/payout-states.ts'
import type { SameAccount } from '#contract/beneficiary-shapes.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Status } from '#console/kit/details/status.tsx'
import { withoutBlanks } from '#console/kit/form/use-call-form.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { accountBody, accountErrors, type AccountValues } from './account-values.ts'
import styles from './beneficiaries.module.css'

interface HolderCheckProps {
  values: AccountValues
  /** What the form gives to the input of the reason, and whether it has an error there. */
  reason: object & { error?: ReactNode }
}

/** Asks the bank whose the account is, says who else has it, and takes the reason for anything but a match. */
export function HolderCheck({ values, reason }: HolderCheckProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { act, pending, error } = useAction(checkAccountHolder, { quiet: true })
  const [answer, setAnswer] = useState<Answer | null>(null)
  const asked = JSON.stringify(accountBody(values))
  const found = answer?.asked === asked ? answer : null
  const isWhole = values.account_name.trim() !== '' && accountErrors(values, '').length === 0
  const ask = async () => {
    const body = withoutBlanks({ ...accountBody(values), environment: environmentOf(user) })
    const outcome = await act({ body: body as never })
    setAnswer(outcome.ok ? { asked, ...outcome.answer } : { asked, failed: failureText(outcome.error) })
  }
  const needsReason = reason.error || values.name_reason !== '' || (found !== null && found.name_check !== 'MATCH')
  return (
    <div className="wide">
      <div className={styles['check']}>
        <Button variant="default" size="xs" loading={pending} disabled={!isWhole} onClick={() => void ask()}>
          {t(($) => $.beneficiaries.askBank)}
        </Button>
        <span role="status">
          {found?.name_check && <Status of="nameCheck" state={found.name_check} />}
          {found?.name_at_bank && found.name_check !== 'MATCH' && (
            <> {t(($) => $.beneficiaries.bankHas, { name: isolated(found.name_at_bank) })}</>
          )}
          {found && error && found.failed}
        </span>
      </div>
      {found?.same_account && found.same_account.length > 0 && (
        <p className={styles['warned']}>
          {t(($) => $.beneficiaries.sameAccount, {
            names: found.same_account.map(({ account_name }) => isolated(account_name)).join(', '),
          })}
        </p>
      )}
      {needsReason && (
        <TextInput
          label={t(($) => $.beneficiaries.nameReason)}
          description={t(($) => $.beneficiaries.nameReasonHint)}
          dir="auto"
          maxLength={300}
          {...reason}
        />
      )}
    </div>
  )
}

interface Answer {
  /** What it is about: the account as it was typed then. */
  asked: string
  name_check?: NameCheck
  name_at_bank?: string
  same_account?: SameAccount[]
  failed?: string
}
