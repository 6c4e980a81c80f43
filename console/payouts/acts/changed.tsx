import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutRow } from '#contract/payout-shapes.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { Notice } from '#console/kit/ui/notice.tsx'
import { payoutInText } from '../payout-words.ts'

/** Whether the payouts are not any more what the code was for. */
export const isChanged = (error: CallError | null): error is CallError => error?.reason === 'PAYOUT_CHANGED'

interface ChangedProps {
  error: CallError
  payouts: readonly PayoutRow[]
  onClose: () => void
}

/** Which payouts have changed since the code was sent, which has ended with that. */
export function Changed({ error, payouts, onClose }: ChangedProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const changed = payouts.filter(({ txn_ref: ref }) => error.errors.some(({ path }) => path.endsWith(ref)))
  return (
    <>
      <Notice role="alert" title={t(($) => $.payouts.changedTitle)}>
        <p>{wireWord('reasons', error.reason, error.message)}</p>
        <ul>
          {changed.map((payout) => (
            <li key={payout.txn_ref}>{payoutInText(payout, language)}</li>
          ))}
        </ul>
      </Notice>
      <div className={dialogue['buttons']}>
        <Button onClick={onClose} data-autofocus>
          {t(($) => $.payouts.lookAgain)}
        </Button>
      </div>
    </>
  )
}
