import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutRow } from '#contract/payout-shapes.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { codeWord, failureText } from '#console/kit/i18n/words.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { Notice } from '#console/kit/ui/notice.tsx'

const reason = 'PAYOUT_CHANGED'
/** Whether the payouts are not any more what the code was for. */
export const isChanged = (error: CallError | null): error is CallError => error?.reason === reason

interface ChangedProps {
  error: CallError
  payouts: readonly PayoutRow[]
  onClose: () => void
}

/** What has changed since the code was sent, which has ended with that. */
export function Changed({ error, payouts, onClose }: ChangedProps): ReactNode {
  const { t } = useTranslation()
  const named = (path: string) => payouts.find(({ txn_ref: ref }) => path.includes(ref))
  return (
    <>
      <Notice role="alert" title={t(($) => $.payouts.changedTitle)}>
        <p>{failureText({ ...error, errors: [] } as unknown as CallError)}</p>
        <ul>
          {error.errors.map(({ path, reason: what, text }) => (
            <li key={`${path} ${what}`}>
              <bdi>{named(path)?.beneficiary_name ?? path}</bdi>: {codeWord('payoutChanges', what) === what ? text : codeWord('payoutChanges', what)}
            </li>
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
} // prettier-ignore
