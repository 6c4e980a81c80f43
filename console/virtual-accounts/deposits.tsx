import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { askDeposit, decideDeposit, listDeposits, type DepositRow } from '#contract/deposits.ts'
import { listMovements, listVirtualAccounts } from '#contract/virtual-accounts.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Reference, Time } from '#console/kit/details/values.tsx'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Grounds } from './enter-deposit.tsx'
import styles from './virtual-accounts.module.css'

/** Deposits that wait for two people: in suspense, or entered by hand. Nothing is shown where none waits. */
export function Deposits({ accountNo }: { accountNo: string }): ReactNode {
  const { t } = useTranslation()
  const waiting = useCall(listDeposits, {
    body: { pagesize: 50, filters: { state: ['Asked', 'Suspense', 'SendingBack'] } },
  })
  const rows = waiting.data?.content ?? []
  if (rows.length === 0) return null
  return (
    <Section title={t(($) => $.deposits.title)}>
      <p className={styles['hint']}>{t(($) => $.deposits.text)}</p>
      <ul className={styles['deposits']}>
        {rows
          .toSorted((one, other) => Number(other.vaaccount_no === accountNo) - Number(one.vaaccount_no === accountNo))
          .map((deposit) => (
            <Deposit key={deposit.deposit_id} deposit={deposit} />
          ))}
      </ul>
    </Section>
  )
}

function Deposit({ deposit }: { deposit: DepositRow }): ReactNode {
  const { amount, currency, payer, deposit_ref, vaaccount_no, came_at, state, suspense_reason, asked } = deposit
  const { t } = useTranslation()
  return (
    <li>
      <div className={styles['head']}>
        <strong>
          <Amount value={amount} currency={currency} />
        </strong>
        <Status of="deposit" state={state} />
      </div>
      <Facts
        facts={[
          [wireWord('columns', 'payer'), <bdi key="payer">{payer}</bdi>],
          [wireWord('columns', 'vaaccount_no'), <Reference key="account">{vaaccount_no}</Reference>],
          [wireWord('columns', 'deposit_ref'), <Reference key="ref">{deposit_ref}</Reference>],
          [wireWord('columns', 'came_at'), <Time key="at" at={came_at} />],
          [
            wireWord('columns', 'suspense_reason'),
            suspense_reason === '' ? undefined : wireWord('suspenseReasons', suspense_reason),
          ],
          [t(($) => $.deposits.askedFor), asked === '' ? undefined : wireWord('depositActs', asked)],
          [wireWord('columns', 'asked_by'), asked === '' ? undefined : <bdi key="by">{deposit.asked_by}</bdi>],
          [t(($) => $.deposits.reason), asked === '' ? undefined : <bdi key="why">{deposit.reason}</bdi>],
          [t(($) => $.deposits.evidence), asked === '' ? undefined : <bdi key="evidence">{deposit.evidence}</bdi>],
        ]}
      />
      <Acts deposit={deposit} />
    </li>
  )
}

/** The one who has asked waits for another; the other confirms or refuses. */
function Acts({ deposit }: { deposit: DepositRow }): ReactNode {
  const { t } = useTranslation()
  const denied = useDenied('payoutCustodians')
  const [act, setAct] = useState<'credit' | 'send_back' | null>(null)
  const { act: decide, pending, error } = useAction(decideDeposit, { refreshes })
  const { deposit_id, state, asked, can_credit } = deposit
  if (denied || state === 'SendingBack') return null
  if (asked !== '') {
    const answer = (decision: 'confirm' | 'refuse') =>
      void decide({ path: { deposit: deposit_id }, body: { asked, decision } })
    return (
      <>
        <div className={styles['buttons']}>
          <Button loading={pending} onClick={() => answer('confirm')}>
            {t(($) => $.deposits.confirm)}
          </Button>
          <Button variant="default" loading={pending} onClick={() => answer('refuse')}>
            {t(($) => $.deposits.refuse)}
          </Button>
        </div>
        <FieldFailure error={error} />
      </>
    )
  }
  return (
    <div className={styles['buttons']}>
      {can_credit && (
        <Button variant="default" onClick={() => setAct('credit')}>
          {wireWord('depositActs', 'credit')}
        </Button>
      )}
      <Button variant="default" onClick={() => setAct('send_back')}>
        {wireWord('depositActs', 'send_back')}
      </Button>
      {act && <Ask deposit={deposit} act={act} onClose={() => setAct(null)} />}
    </div>
  )
}

interface AskProps {
  deposit: DepositRow
  act: 'credit' | 'send_back'
  onClose: () => void
}
function Ask({ deposit, act, onClose }: AskProps): ReactNode {
  const { t } = useTranslation()
  const callForm = useCallForm(askDeposit, {
    initial: { reason: '', evidence: '' },
    path: { deposit: deposit.deposit_id },
    toBody: (values) => ({ ...values, act }),
    refreshes,
    onDone: onClose,
  })
  return (
    <FormDialogue
      {...callForm}
      title={wireWord('depositActs', act)}
      submit={t(($) => $.deposits.ask)}
      onClose={onClose}
    >
      <p>{t(($) => $.deposits.askText)}</p>
      <Grounds form={callForm.form} />
    </FormDialogue>
  )
}

const refreshes = [listDeposits, listVirtualAccounts, listMovements]
